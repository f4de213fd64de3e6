package dev.cinedex.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.ProcessName;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.StartupException;
import dev.cinedex.lookup.Tables;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** While a process has the exclusive lease, no other one writes. */
class ExclusiveLeaseIT {
  private static final Duration LAPSE = InstanceLeases.WRITER_LEASE.dividedBy(2);

  private static final CqlSession SESSION = TestCassandra.newSession(Tables.shipped());

  @AfterAll
  static void close() {
    SESSION.close();
  }

  @BeforeEach
  void noInstanceIsAlive() {
    SESSION.execute("TRUNCATE live_instances");
  }

  @Test
  void anInstanceThatStartsWaitsUntilTheLeaseHasEnded() {
    TestCatalog alone = newInstance();
    alone.catalog().beginExclusive();

    assertThatThrownBy(this::newInstance)
        .isInstanceOf(StaleCatalogException.class)
        .hasMessageContaining(ProcessName.name() + " writes exclusively");
    alone.refresh();
    alone.catalog().requireFresh();

    alone.catalog().endExclusive();
    newInstance().catalog().requireFresh();
  }

  @Test
  void theLeaseIsRefusedWhileAnotherInstanceWrites() {
    TestCatalog writer = newInstance();
    TestCatalog refused = newInstance();

    assertThatThrownBy(() -> refused.catalog().beginExclusive())
        .isInstanceOf(StartupException.class)
        .hasMessageContaining(ProcessName.name() + " can write");

    writer.refresh();
    writer.catalog().requireFresh();
    refused.catalog().requireFresh();
  }

  @Test
  void anInstanceThatPausedForTooLongWritesNothingBesideTheLease() {
    TestCatalog paused = newInstance();
    noInstanceIsAlive(); // as if its lease had expired
    TestCatalog alone = newInstance();
    SESSION.execute(
        "DELETE FROM live_instances WHERE role = 'writer'"); // the other one's, which is not paused
    alone.catalog().beginExclusive();
    paused.pass(LAPSE);

    assertThatThrownBy(paused::refresh).isInstanceOf(StaleCatalogException.class);

    assertThatThrownBy(paused.catalog()::requireFresh).hasMessageContaining("writes exclusively");
    assertThat(paused.catalog().healthCheck().execute().getMessage())
        .contains("writes exclusively");
    alone.refresh();
    alone.catalog().requireFresh();
  }

  @Test
  void aLeaseThatWasNotRenewedInTimeIsLostForGood() {
    TestCatalog alone = newInstance();
    alone.catalog().beginExclusive();

    alone.pass(LAPSE);

    assertThatThrownBy(alone.catalog()::requireFresh).isInstanceOf(StaleCatalogException.class);
    for (int reading = 0; reading < 2; reading++) {
      assertThatThrownBy(alone::refresh).hasMessageContaining("did not renew its exclusive lease");
      assertThatThrownBy(alone.catalog()::requireFresh)
          .hasMessageContaining("import again")
          .matches(e -> !((CinedexException) e).code().isRetryable(), "is final");
    }
  }

  @Test
  void anAttemptBesideAnInstanceIsNotSeenByIt() {
    newInstance();
    TestCatalog refused = newInstance();
    AtomicInteger renewals = new AtomicInteger();
    refused.before("INSERT", renewals::incrementAndGet);

    assertThatThrownBy(() -> refused.catalog().beginExclusive())
        .isInstanceOf(StartupException.class);

    assertThat(leases()).isZero();
    assertThat(renewals).as("of its lease as a writer, and no other").hasValue(1);
  }

  @Test
  void aLeaseThatCannotBeTakenIsGivenBack() {
    TestCatalog alone = newInstance();
    AtomicInteger looks = new AtomicInteger();
    alone.before(
        "SELECT",
        () -> {
          if (leases() > 0 && looks.getAndIncrement() == 0) {
            throw new IllegalStateException("Cassandra does not answer");
          }
        });

    assertThatThrownBy(() -> alone.catalog().beginExclusive())
        .isInstanceOf(IllegalStateException.class);

    assertThat(leases()).isZero();
  }

  private int leases() {
    return SESSION.execute("SELECT * FROM live_instances WHERE role = 'exclusive'").all().size();
  }

  /** Another instance starts before each of the statements by which the first takes the lease. */
  @Test
  void ofTwoThatBeginAtTheSameTimeAtMostOneGoesOn() {
    atEachStatement(
        before -> {
          TestCatalog alone = newInstance();
          AtomicInteger started = new AtomicInteger();
          AtomicInteger sent = new AtomicInteger();
          alone.before("", at(before, sent, () -> started.addAndGet(succeeds(this::newInstance))));
          int exclusive = succeeds(alone.catalog()::beginExclusive);

          assertThat(exclusive + started.get()).isLessThan(2);
          return sent.get() > before;
        });
  }

  /** The lease is taken before each of the statements by which another instance starts. */
  @Test
  void anInstanceThatStartsMeanwhileWaitsOrIsSeen() {
    atEachStatement(
        before -> {
          TestCatalog alone = newInstance();
          AtomicInteger taken = new AtomicInteger();
          AtomicInteger sent = new AtomicInteger();
          Runnable take = () -> taken.addAndGet(succeeds(alone.catalog()::beginExclusive));
          int started = succeeds(() -> new TestCatalog(SESSION, List.of(), at(before, sent, take)));

          assertThat(started + taken.get()).isLessThan(2);
          if (taken.get() == 1) {
            assertThat(alone.announced()).as("who waits does not count as a writer").hasSize(1);
          }
          return sent.get() > before;
        });
  }

  /**
   * @param trial takes the number of a statement; returns whether there was such a statement
   */
  private void atEachStatement(IntPredicate trial) {
    int statements = 0;
    do {
      noInstanceIsAlive();
    } while (trial.test(statements++));
    assertThat(statements).isGreaterThan(4);
  }

  private static Runnable at(int statement, AtomicInteger sent, Runnable action) {
    return () -> {
      if (sent.getAndIncrement() == statement) {
        action.run();
      }
    };
  }

  private static int succeeds(Runnable beginning) {
    try {
      beginning.run();
      return 1;
    } catch (StaleCatalogException | StartupException e) {
      return 0;
    }
  }

  private TestCatalog newInstance() {
    return new TestCatalog(SESSION, List.of());
  }
}
