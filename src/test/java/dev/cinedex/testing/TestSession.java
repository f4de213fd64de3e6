package dev.cinedex.testing;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import com.datastax.oss.driver.internal.core.session.SessionWrapper;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A session on a real Cassandra that records what it sends, and in which the statements that a test
 * names fail. A statement is named by the beginning of its CQL; {@link #BATCH} names every logged
 * batch, and {@link #UNLOGGED_BATCH} the others.
 *
 * <pre>{@code
 * session.fail(writeTimeout(CAS)).executed().whenQueryStartsWith("UPDATE movies SET");
 * session.before(TestSession.BATCH, () -> catalog.refresh());
 * }</pre>
 */
public final class TestSession extends SessionWrapper implements CqlSession {
  public static final String BATCH = "BATCH";
  public static final String UNLOGGED_BATCH = "UNLOGGED BATCH";

  private final CqlSession real;
  private final List<Fault> faults = new CopyOnWriteArrayList<>();
  private final List<Observer> observers = new CopyOnWriteArrayList<>();
  private final Map<String, LongAdder> sent = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> askedRows = new ConcurrentHashMap<>();
  private final List<BatchStatement> batches = new CopyOnWriteArrayList<>();
  private final List<PreparedStatement> prepared = new CopyOnWriteArrayList<>();

  private record Observer(String prefix, Runnable action) {}

  public TestSession(CqlSession real) {
    super(real);
    this.real = real;
  }

  public CqlSession real() {
    return real;
  }

  /** Starts a fault that {@link Fault#whenQueryStartsWith} puts in place. */
  public Fault fail(Function<Node, DriverException> failure) {
    return new Fault(failure, faults::add);
  }

  /** Runs the action before each statement that begins so is sent. */
  public void before(String prefix, Runnable action) {
    observers.add(new Observer(prefix, action));
  }

  /** Returns how many statements that begin so were sent, with those that failed. */
  public long sent(String prefix) {
    return sent.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(prefix))
        .mapToLong(entry -> entry.getValue().sum())
        .sum();
  }

  /** Returns how many rows were asked for by statements that begin so: the sizes of their pages. */
  public long askedRows(String prefix) {
    return askedRows.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(prefix))
        .mapToLong(entry -> entry.getValue().sum())
        .sum();
  }

  /** Returns the batches that were sent, with those that failed. */
  public List<BatchStatement> batches() {
    return List.copyOf(batches);
  }

  /** Returns the statements that were prepared. */
  public List<PreparedStatement> prepared() {
    return List.copyOf(prepared);
  }

  /** Returns the maker of a timeout that says which kind of write it was. */
  public static Function<Node, DriverException> writeTimeout(WriteType type) {
    return node ->
        new WriteTimeoutException(node, DefaultConsistencyLevel.LOCAL_QUORUM, 0, 1, type);
  }

  @Override
  public <RequestT extends Request, ResultT> @Nullable ResultT execute(
      RequestT request, GenericType<ResultT> type) {
    if (!(request instanceof Statement<?> statement)) {
      return prepare(request, type);
    }
    String query = query(statement);
    sent.computeIfAbsent(query, added -> new LongAdder()).increment();
    askedRows
        .computeIfAbsent(query, added -> new LongAdder())
        .add(Math.max(0, statement.getPageSize()));
    if (statement instanceof BatchStatement batch) {
      batches.add(batch);
    }
    observers.stream()
        .filter(observer -> query.startsWith(observer.prefix))
        .forEach(observer -> observer.action.run());
    for (Fault fault : faults) {
      if (fault.hits(query, statement)) {
        return failed(fault, statement, type);
      }
    }
    return real.execute(request, type);
  }

  private <RequestT extends Request, ResultT> @Nullable ResultT prepare(
      RequestT request, GenericType<ResultT> type) {
    ResultT answer = real.execute(request, type);
    if (answer instanceof PreparedStatement statement) {
      prepared.add(statement);
    } else if (answer instanceof CompletionStage<?> stage
        && stage.toCompletableFuture().join() instanceof PreparedStatement statement) {
      prepared.add(statement);
    }
    return answer;
  }

  @SuppressWarnings("unchecked") // an asynchronous statement's result is a stage
  private <ResultT> ResultT failed(Fault fault, Statement<?> statement, GenericType<ResultT> type) {
    if (fault.isExecuted()) {
      real.execute(statement);
    }
    DriverException failure = fault.failure(getMetadata().getNodes().values().iterator().next());
    if (type.equals(Statement.ASYNC)) {
      return (ResultT) CompletableFuture.failedFuture(failure);
    }
    throw failure;
  }

  private static String query(Statement<?> statement) {
    if (statement instanceof SimpleStatement simple) {
      return simple.getQuery();
    }
    if (statement instanceof BoundStatement bound) {
      return bound.getPreparedStatement().getQuery();
    }
    return statement instanceof BatchStatement batch && batch.getBatchType() == BatchType.LOGGED
        ? BATCH
        : UNLOGGED_BATCH;
  }
}
