package dev.cinedex.testing;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.util.UUID;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The failure of the next statement of some kind. Unless a test says otherwise it happens once, and
 * Cassandra does not see the statement.
 */
public final class Fault {
  private final Function<Node, DriverException> failure;
  private final Consumer<Fault> armed;
  private BiPredicate<String, Statement<?>> which = (query, statement) -> false;
  private int times = 1;
  private boolean executed;
  private Runnable then = () -> {};

  /** Says whether Cassandra executes a statement whose answer is lost. */
  public enum Executed {
    YES,
    NO
  }

  Fault(Function<Node, DriverException> failure, Consumer<Fault> armed) {
    this.failure = failure;
    this.armed = armed;
  }

  public Fault times(int newTimes) {
    times = newTimes;
    return this;
  }

  /** Lets it happen every time from now on. */
  public Fault always() {
    return times(Integer.MAX_VALUE);
  }

  /** Lets Cassandra execute the statement, so that only its answer is lost. */
  public Fault executed() {
    executed = true;
    return this;
  }

  public Fault executed(Executed newExecuted) {
    executed = newExecuted == Executed.YES;
    return this;
  }

  /** Runs the action before the failure is reported: what others do meanwhile. */
  public Fault then(Runnable newThen) {
    then = newThen;
    return this;
  }

  public void whenQueryStartsWith(String prefix) {
    which = (query, statement) -> query.startsWith(prefix);
    armed.accept(this);
  }

  /** Hits the statements, not the batches, with this id among their values. */
  public void whenQueryHas(UUID id) {
    which =
        (query, statement) ->
            statement instanceof BoundStatement bound
                && bound.getValues().contains(TypeCodecs.UUID.encode(id, ProtocolVersion.DEFAULT));
    armed.accept(this);
  }

  synchronized boolean hits(String query, Statement<?> statement) {
    boolean hit = times > 0 && which.test(query, statement);
    if (hit) {
      times--;
    }
    return hit;
  }

  boolean isExecuted() {
    return executed;
  }

  DriverException failure(Node node) {
    then.run();
    return failure.apply(node);
  }
}
