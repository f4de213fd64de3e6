package dev.cinedex.ledger;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A session on a real Cassandra in which the n-th statement that begins with some text fails,
 * before or after Cassandra has executed it: the latter is what makes an outcome unknown.
 */
public final class Faults {
  private final CqlSession real;
  private final List<Fault> faults = new ArrayList<>();
  private final List<String> sent = new ArrayList<>();
  private final List<BatchStatement> batches = new CopyOnWriteArrayList<>();
  private final Map<String, Runnable> before = new ConcurrentHashMap<>();
  private volatile @Nullable UUID failing;

  /** Whether Cassandra executes the statement whose answer is lost. */
  public enum Executed {
    YES,
    NO
  }

  private record Fault(
      String prefix, Executed executed, Function<Node, DriverException> failure, Runnable then) {}

  public Faults(CqlSession real) {
    this.real = real;
  }

  /** The next statement that begins so fails. */
  public Faults failNext(
      String prefix, Executed executed, Function<Node, DriverException> failure) {
    return failNext(prefix, executed, failure, () -> {});
  }

  /**
   * @param then runs before the failure is reported: what others do meanwhile
   */
  public synchronized Faults failNext(
      String prefix, Executed executed, Function<Node, DriverException> failure, Runnable then) {
    faults.add(new Fault(prefix, executed, failure, then));
    return this;
  }

  /** Before each statement that begins so: what others do meanwhile. */
  public void before(String prefix, Runnable then) {
    before.put(prefix, then);
  }

  /** Every statement with this movie's id, for ever; but batches. */
  public void failMovie(UUID movieId) {
    failing = movieId;
  }

  /** All that were sent, failed ones too. */
  public List<BatchStatement> batches() {
    return List.copyOf(batches);
  }

  public synchronized long sent(String prefix) {
    return sent.stream().filter(text -> text.startsWith(prefix)).count();
  }

  public CqlSession session() {
    return (CqlSession)
        Proxy.newProxyInstance(
            Faults.class.getClassLoader(),
            new Class<?>[] {CqlSession.class},
            (proxy, method, arguments) -> {
              boolean async = method.getName().equals("executeAsync");
              Fault fault =
                  method.getName().startsWith("execute") && arguments != null
                      ? faultOf(arguments[0])
                      : null;
              try {
                if (fault == null) {
                  return method.invoke(real, arguments);
                }
                if (fault.executed == Executed.YES) {
                  Object answer = method.invoke(real, arguments);
                  if (answer instanceof CompletionStage<?> stage) {
                    stage.toCompletableFuture().join();
                  }
                }
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
              fault.then.run();
              DriverException failure = fault.failure.apply(anyNode());
              if (async) {
                return CompletableFuture.failedFuture(failure);
              }
              throw failure;
            });
  }

  private Node anyNode() {
    return real.getMetadata().getNodes().values().iterator().next();
  }

  private @Nullable Fault faultOf(Object request) {
    String text = text(request);
    if (request instanceof BatchStatement batch) {
      batches.add(batch);
    }
    before.forEach(
        (prefix, then) -> {
          if (text.startsWith(prefix)) {
            then.run();
          }
        });
    UUID movie = failing;
    if (movie != null
        && request instanceof BoundStatement bound
        && bound.getValues().contains(TypeCodecs.UUID.encode(movie, ProtocolVersion.DEFAULT))) {
      return new Fault(text, Executed.NO, node -> new DriverTimeoutException("never"), () -> {});
    }
    return faultOf(text);
  }

  private synchronized @Nullable Fault faultOf(String text) {
    sent.add(text);
    for (Fault fault : faults) {
      if (text.startsWith(fault.prefix)) {
        faults.remove(fault);
        return fault;
      }
    }
    return null;
  }

  private static String text(Object request) {
    if (request instanceof BatchStatement) {
      return "BATCH";
    }
    if (request instanceof SimpleStatement simple) {
      return simple.getQuery();
    }
    return request instanceof BoundStatement bound
        ? bound.getPreparedStatement().getQuery()
        : String.valueOf(request);
  }

  public static Function<Node, DriverException> writeTimeout(WriteType type) {
    return node ->
        new WriteTimeoutException(node, DefaultConsistencyLevel.LOCAL_QUORUM, 0, 1, type);
  }
}
