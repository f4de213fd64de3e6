package dev.cinedex.ledger;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.cinedex.cassandra.Backoff;
import dev.cinedex.cassandra.ColumnCodecs;
import dev.cinedex.cassandra.Failures;
import dev.cinedex.cassandra.KnownSchema;
import dev.cinedex.cassandra.PageSize;
import dev.cinedex.cassandra.RowScan;
import dev.cinedex.cassandra.StatementGroups;
import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.cassandra.Tokens;
import dev.cinedex.entity.EntityState;
import dev.cinedex.entity.EntityType;
import dev.cinedex.entity.StateJson;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The table with one row for each entity: reads and claims. */
public final class Ledger {
  private static final Logger LOGGER = LoggerFactory.getLogger(Ledger.class);

  /** The pauses between the attempts of one write. */
  static final Backoff BACKOFF = new Backoff(Duration.ofMillis(10), Duration.ofMillis(500));

  /** The number of entities from whose tokens the size of the ledger is estimated. */
  private static final int COUNTED = 1_000;

  /** The attempts to replace what an exclusive import has inserted: others may try it, too. */
  private static final int CONFIRMATIONS = 10;

  /** The most marks that are sent together: Cassandra warns of a batch with more partitions. */
  private static final int LARGEST_GROUP = 10;

  private final CqlSession session;
  private final StatementGroups marks;
  private final EntityType entity;
  private final LedgerStatements statements;
  private final StateColumns columns;
  private final LedgerDao rows;
  private final StateJson json;
  private final Tokens tokens;
  private final PageSize pageSize = new PageSize();

  /** Opens the ledger after the schema is complete, because it prepares its statements. */
  public Ledger(CqlSession session, EntityType entity) {
    this.session = session;
    this.marks = new StatementGroups(session, LARGEST_GROUP);
    this.entity = entity;
    this.columns = new StateColumns(entity);
    this.statements = new LedgerStatements(session, entity, columns);
    this.rows = LedgerMapper.of(session).ledger();
    this.json = new StateJson(entity);
    this.tokens = new Tokens(session, List.of(ColumnCodecs.of("uuid")));
  }

  public EntityType entity() {
    return entity;
  }

  /**
   * Returns the id of the table, which another table of the same name does not have; empty if the
   * driver does not know the table.
   */
  public Optional<UUID> tableId() {
    return KnownSchema.tableId(session, entity.table());
  }

  /** Reads at LOCAL_QUORUM: may miss a claim whose outcome its writer does not know either. */
  public Head read(UUID entityId) {
    return head(entityId, session.execute(statements.find(entityId)).one());
  }

  /** Reads as {@link #read} does, without waiting. */
  public CompletionStage<Head> readAsync(UUID entityId) {
    return session
        .executeAsync(statements.find(entityId))
        .thenApply(result -> head(entityId, result.one()));
  }

  /**
   * Finishes or cancels a claim that is running: afterwards the outcome of every claim is known.
   */
  public Head readSerial(UUID entityId) {
    return head(entityId, session.execute(statements.findSerial(entityId)).one());
  }

  /** Reads what is acknowledged, in whichever datacenter; may miss a claim that is running. */
  Head readAcknowledged(UUID entityId) {
    return head(entityId, session.execute(statements.findAcknowledged(entityId)).one());
  }

  /**
   * Returns every entity of a token range, deleted ones too, each as it is when it is read. Reading
   * goes on while the result is iterated.
   */
  public Iterable<Head> scan(TokenRange range) {
    return new RowScan<>(session, statements.scan(range), this::head, pageSize);
  }

  /** Returns the token of an entity, without asking Cassandra. */
  public long token(UUID entityId) {
    return tokens.of(List.of(entityId));
  }

  /** Returns some entities: the first ones after a token. */
  public List<Head> sample(long after, int limit) {
    return session.execute(statements.sample(after, limit)).map(this::head).all();
  }

  /**
   * Estimates the number of entities, deleted ones too: exact below 1,000; above that by how much
   * of the token ring the first 1,000 take, typically within a tenth.
   */
  public long estimatedSize() {
    List<Long> tokens =
        session.execute(statements.tokens(COUNTED)).map(row -> row.getLong(0)).all();
    return tokens.size() < COUNTED
        ? tokens.size()
        : Math.round(COUNTED / TokenRange.shareUpTo(tokens.get(COUNTED - 1)));
  }

  /** Puts {@code next} in the place of {@code head}. */
  ClaimOutcome claim(Head next, Head head) {
    BoundStatementBuilder claim =
        statements.claim(next.state(), head.version() == 0 ? null : head.version());
    rows.set(row(next), claim);
    try {
      return session.execute(claim.build()).wasApplied() ? ClaimOutcome.WON : ClaimOutcome.LOST;
    } catch (DriverException e) {
      if (Failures.isRefusal(e)) {
        throw e;
      }
      LOGGER.debug("The outcome of claim {} is not known", next.claimId(), e);
      return ClaimOutcome.UNKNOWN;
    }
  }

  /**
   * Makes sure of a head that an exclusive import has left, before somebody else writes its rows:
   * an LWT writes it once more, and so no insert that arrives late can replace it.
   *
   * @return the head; another one if it was replaced meanwhile
   * @throws UnconfirmedHeadException when the LWT does not replace it
   */
  public Head confirmed(Head head) {
    Head now = head;
    for (int attempt = 1; now.isUncertain(); attempt++) {
      if (attempt > CONFIRMATIONS) {
        throw new UnconfirmedHeadException(entity.titled(head.entityId()));
      }
      claim(now.claimed(), now);
      now = readSerial(now.entityId());
      if (now.isUncertain()) {
        BACKOFF.pause(attempt);
      }
    }
    return now;
  }

  /**
   * Writes a head without a condition: no other process may write.
   *
   * @param writtenAt the write timestamp, in microseconds
   */
  void insert(Head head, long writtenAt) {
    BoundStatementBuilder insert = statements.insert(head.state(), writtenAt);
    rows.set(row(head), insert);
    session.execute(insert.build());
  }

  /** Records that all lookup rows of a version are written. */
  CompletionStage<?> settle(Head head) {
    return marks.send(statements.settle(head.entityId(), head.version()));
  }

  private Head head(Row row) {
    return head(Objects.requireNonNull(row.getUuid(0)), row);
  }

  private Head head(UUID entityId, @Nullable Row stored) {
    LedgerRow row = stored == null ? null : rows.row(stored);
    if (stored == null || row == null || row.version() == null) {
      return Head.absent(entityId);
    }
    return new Head(
        entityId,
        row.version(),
        Boolean.TRUE.equals(row.deleted())
            ? null
            : columns.state(entityId, stored, LedgerStatements.FIRST_ATTRIBUTE),
        row.previous() == null ? null : json.read(row.previous()),
        columns.required(entityId, "claim_id", row.claimId()),
        row.createdBy(),
        row.version().equals(row.settledVersion()));
  }

  private LedgerRow row(Head head) {
    EntityState previous = head.previous();
    return new LedgerRow(
        head.entityId(),
        head.version(),
        !head.exists(),
        previous == null ? null : json.write(previous),
        head.claimId(),
        head.createdBy(),
        null);
  }
}
