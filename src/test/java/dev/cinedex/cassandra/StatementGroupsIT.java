package dev.cinedex.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import com.datastax.oss.driver.internal.core.session.SessionWrapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StatementGroupsIT {
  private static final int LARGEST = 4;
  private static final CqlSession SESSION = TestCassandra.newSession(List.of());

  private final LateSession late = new LateSession(SESSION);
  private final StatementGroups groups = new StatementGroups(late, LARGEST, Duration.ofMinutes(1));
  private PreparedStatement insert;

  /** Holds the answers of a real session back until the test releases them. */
  private static final class LateSession extends SessionWrapper implements CqlSession {
    private final CqlSession real;
    private final List<Integer> sizes = new CopyOnWriteArrayList<>();
    private final List<Runnable> held = new ArrayList<>();
    private boolean holding;

    LateSession(CqlSession real) {
      super(real);
      this.real = real;
    }

    @Override
    @SuppressWarnings("unchecked") // an asynchronous statement's result is a stage
    public synchronized <RequestT extends Request, ResultT> @Nullable ResultT execute(
        RequestT request, GenericType<ResultT> type) {
      ResultT answer = real.execute(request, type);
      if (!(request instanceof Statement<?> statement) || !type.equals(Statement.ASYNC)) {
        return answer;
      }
      sizes.add(statement instanceof BatchStatement batch ? batch.size() : 1);
      if (!holding) {
        return answer;
      }
      CompletableFuture<Object> later = new CompletableFuture<>();
      held.add(
          () ->
              ((CompletionStage<?>) answer)
                  .whenComplete(
                      (result, failure) -> {
                        if (failure == null) {
                          later.complete(result);
                        } else {
                          later.completeExceptionally(failure);
                        }
                      }));
      return (ResultT) later;
    }

    synchronized void hold() {
      holding = true;
    }

    /** Goes on to hold the answers that it has. */
    synchronized void answerFromNowOn() {
      holding = false;
    }

    void release() {
      List<Runnable> released;
      synchronized (this) {
        holding = false;
        released = List.copyOf(held);
        held.clear();
      }
      released.forEach(Runnable::run);
    }
  }

  @BeforeEach
  void createTable() {
    SESSION.execute("CREATE TABLE IF NOT EXISTS grouped (id int PRIMARY KEY)");
    SESSION.execute("TRUNCATE grouped");
    insert = SESSION.prepare("INSERT INTO grouped (id) VALUES (?)");
  }

  @AfterAll
  static void close() {
    SESSION.close();
  }

  @Test
  void aStatementThatComesAloneIsSentAlone() {
    send(1).toCompletableFuture().join();
    send(2).toCompletableFuture().join();

    assertThat(late.sizes).containsExactly(1, 1);
    assertThat(stored()).containsExactlyInAnyOrder(1, 2);
  }

  @Test
  void thoseThatComeMeanwhileGoTogetherWhenTheAnswerIsThere() {
    late.hold();
    CompletionStage<?> first = send(1);
    List<? extends CompletionStage<?>> others = List.of(send(2), send(3));
    late.release();

    others.forEach(other -> other.toCompletableFuture().join());
    assertThat(first).isCompleted();
    assertThat(late.sizes).containsExactly(1, 2);
    assertThat(stored()).containsExactlyInAnyOrder(1, 2, 3);
  }

  @Test
  void aLateAnswerHoldsNobodyUpForLong() {
    StatementGroups impatient = new StatementGroups(late, LARGEST);
    late.hold();
    CompletionStage<Void> first = impatient.send(statement(1));
    late.answerFromNowOn();
    CompletionStage<Void> second = impatient.send(statement(2));

    Parallel.one(second);
    assertThat(first.toCompletableFuture()).isNotDone();
    Parallel.one(impatient.send(statement(3))); // it does not wait for the first one, either
    assertThat(late.sizes).containsExactly(1, 1, 1);
  }

  @Test
  void aFullGroupIsSentAtOnce() {
    late.hold();
    IntStream.rangeClosed(1, 1 + LARGEST).forEach(this::send);

    assertThat(late.sizes).containsExactly(1, LARGEST);
  }

  @Test
  void manyAtTheSameTimeNeedFewRequestsAndAreAllWritten() {
    List<CompletionStage<Void>> sent =
        IntStream.range(0, 500).parallel().mapToObj(this::send).toList();

    Parallel.all(sent);
    assertThat(late.sizes).hasSizeLessThan(400).allMatch(size -> size <= LARGEST);
    assertThat(late.sizes.stream().mapToInt(Integer::intValue).sum()).isEqualTo(500);
    assertThat(stored()).hasSize(500);
  }

  @Test
  void ifAGroupFailsAllOfItFailsAndTheNextOneIsSent() {
    SESSION.execute("DROP TABLE grouped");
    late.hold();
    CompletionStage<Void> first = send(1);
    List<CompletionStage<Void>> others = List.of(send(2), send(3));
    late.release();

    assertThatThrownBy(() -> Parallel.all(others)).hasMessageContaining("grouped");
    assertThat(first).isCompletedExceptionally();
    createTable();
    send(4).toCompletableFuture().join();
    assertThat(stored()).containsExactly(4);
  }

  private CompletionStage<Void> send(int id) {
    return groups.send(statement(id));
  }

  private BoundStatement statement(int id) {
    return insert.bind(id).setIdempotent(true);
  }

  private static List<Integer> stored() {
    return SESSION.execute("SELECT id FROM grouped").map(row -> row.getInt("id")).all();
  }
}
