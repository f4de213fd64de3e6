package dev.cinedex.customer;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Catalog;
import dev.cinedex.catalog.Schema;
import dev.cinedex.entity.EntityState;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.JobKinds;
import dev.cinedex.jobs.JobOptions;
import dev.cinedex.jobs.JobState;
import dev.cinedex.jobs.Scope;
import dev.cinedex.jobs.TableLifecycle;
import dev.cinedex.ledger.CurrentStates;
import dev.cinedex.ledger.Decision;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.Written;
import dev.cinedex.lists.EntityList;
import dev.cinedex.lists.EntityLists;
import dev.cinedex.lists.ExpandedRows;
import dev.cinedex.lists.ListEntry;
import dev.cinedex.lists.ListQuery;
import dev.cinedex.lists.ReadMode;
import dev.cinedex.lists.VerifiedRows;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.metrics.Metrics;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.verification.EntityRows;
import dev.cinedex.verification.RowState;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Customers are written, listed, built, verified and repaired by the same code as movies. */
class CustomerIT {
  private static final LookupTable BY_TOWN =
      table("customers_by_town", "{partition: town, clustering: last_name, columns: all}");
  private static final LookupTable BY_LAST_NAME =
      table("customers_by_last_name", "{partition: last_name, clustering: first_name}");
  private static final LookupTable BY_TOWN_AND_LAST_NAME =
      table(
          "customers_by_town_and_last_name",
          "{partition: [town, last_name], buckets: 2, clustering: born desc, columns: first_name, where: born present}");

  private static final EntityState ADA = Customer.of("Ada", "Byron", "London", 1815);

  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  private final Schema schema =
      new Schema(cassandra, Customer.ENTITY, List.of(BY_TOWN, BY_LAST_NAME));
  private final CqlSession session;
  private final TestInstance instance;
  private final EntityWriter writer;
  private final UUID id = UUID.randomUUID();

  CustomerIT() {
    schema.apply(created -> {});
    session = cassandra.connect();
    instance =
        TestInstance.on(session)
            .entity(Customer.ENTITY)
            .catalog(Catalog.open(session, Customer.ENTITY, List.of()));
    writer = instance.writer();
  }

  @AfterEach
  void close() {
    instance.marks().close();
    instance.catalog().close();
    session.close();
  }

  @Test
  void aCustomerIsFoundByTownAndByLastName() {
    Written written = write(id, ADA);

    assertThat(written.projected()).isTrue();
    assertThat(list(BY_TOWN, ReadMode.INDEXED, "London")).containsExactly(ADA);
    assertThat(list(BY_LAST_NAME, ReadMode.VERIFIED, "Byron")).containsExactly(ADA);
    assertThat(instance.ledger().read(id).state()).isEqualTo(ADA);
  }

  @Test
  void aNewLastNameMovesTheRows() {
    write(id, ADA);
    EntityState married = ADA.with(Customer.LAST_NAME, "Lovelace");

    write(id, married);

    assertThat(list(BY_LAST_NAME, ReadMode.INDEXED, "Byron")).isEmpty();
    assertThat(list(BY_LAST_NAME, ReadMode.INDEXED, "Lovelace")).containsExactly(married);
    assertThat(list(BY_TOWN, ReadMode.INDEXED, "London")).containsExactly(married);
  }

  @Test
  void aDeletedCustomerHasNoRows() {
    write(id, ADA);

    writer.write(id, head -> Decision.delete());

    assertThat(list(BY_TOWN, ReadMode.INDEXED, "London")).isEmpty();
    assertThat(list(BY_LAST_NAME, ReadMode.INDEXED, "Byron")).isEmpty();
  }

  @Test
  void aTableIsBuiltFromTheCustomersThatThereAre() throws Exception {
    write(id, ADA);
    write(UUID.randomUUID(), Customer.of("Nobody", "Byron", "London", null)); // without a year

    Job built = build();

    assertThat(built.state()).as(built.message()).isEqualTo(JobState.DONE);
    instance.catalog().refresh();
    assertThat(list(BY_TOWN_AND_LAST_NAME, ReadMode.INDEXED, "London", "Byron"))
        .containsExactly(ADA);
  }

  @Test
  void aMissingAndAnOrphanedRowAreFoundAndRepaired() throws Exception {
    write(id, ADA);
    build();
    session.execute("TRUNCATE customers_by_town_and_last_name");
    session.execute(
        SimpleStatement.newInstance(
            "INSERT INTO customers_by_town_and_last_name (town, last_name, bucket, born, customer_id, version)"
                + " VALUES ('Paris', 'Byron', 0, 1815, ?, 1)",
            id));

    Job verified = run("verify", JobOptions.PLAIN);
    assertThat(verified.done().missing()).isEqualTo(1);
    assertThat(verified.done().orphaned()).isEqualTo(1);
    assertThat(lifecycle().findings(verified))
        .hasSize(2)
        .allMatch(finding -> finding.contains("\"customerId\":\"" + id + "\""));

    Job repaired = run("repair", new JobOptions(true, 0, true, Scope.ALL));
    assertThat(repaired.done().left()).isZero();
    assertThat(run("verify", JobOptions.PLAIN).done().drift()).isZero();
    assertThat(instance.rows().compare(id, EntityRows.Search.TABLES).rows())
        .allMatch(row -> row.state() == RowState.OK)
        .hasSize(3);
  }

  private Written write(UUID customer, EntityState state) {
    return writer.write(customer, head -> Decision.write(state));
  }

  private List<EntityState> list(LookupTable table, ReadMode mode, Object... partition) {
    EntityLists lists =
        new EntityLists(
            instance.pages(),
            new VerifiedRows(new CurrentStates(session, Customer.ENTITY), writer),
            new ExpandedRows(instance.lookupRows(), instance.ledger(), instance.catalog()),
            1 << 20,
            new Metrics());
    EntityList list = lists.list(ListQuery.all(table, List.of(partition)), 10, mode, true);
    assertThat(list.next()).isNull();
    return list.entries().stream().map(ListEntry::state).toList();
  }

  private TableLifecycle lifecycle() {
    return instance.lifecycle(schema);
  }

  private Job build() throws InterruptedException {
    return run(lifecycle().begin(JobKinds.named("build"), BY_TOWN_AND_LAST_NAME, JobOptions.PLAIN));
  }

  private Job run(String kind, JobOptions options) throws InterruptedException {
    return run(lifecycle().begin(JobKinds.named(kind), BY_TOWN_AND_LAST_NAME.name(), options));
  }

  private Job run(Job job) throws InterruptedException {
    instance.runner().run(job.id());
    return lifecycle().job(job.id()).orElseThrow();
  }

  private static LookupTable table(String name, String yaml) {
    return Tables.of(Customer.ENTITY, name, yaml);
  }
}
