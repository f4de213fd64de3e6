package dev.cinedex.catalog;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import dev.cinedex.cassandra.ProcessName;
import java.time.Duration;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right to change the schema, held by one process of the cluster at a time. Two processes that
 * create one table at the same time give it two ids, and lose it. The lock expires, so that a
 * process that died does not keep it.
 */
final class SchemaLock implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(SchemaLock.class);
  private static final Polling WAIT = new Polling(Duration.ofSeconds(1), Duration.ofMinutes(3));

  private final SchemaLockDao dao;
  private final String owner = ProcessName.name() + "/" + UUID.randomUUID();
  private String otherOwner = "";

  private SchemaLock(SchemaLockDao dao) {
    this.dao = dao;
  }

  /**
   * Takes the lock, and waits for it if another process has it.
   *
   * @throws SchemaBusyException when the other process has it for more than three minutes
   */
  static SchemaLock acquire(CqlSession session) {
    SchemaLock lock = new SchemaLock(CatalogMapper.of(session).schemaLock());
    if (!lock.tryAcquire()) {
      LOGGER.info(
          "{} is changing the schema. Waiting until it has finished, or has been dead for {} s",
          lock.otherOwner,
          SchemaLockDao.SECONDS);
      if (!WAIT.until(lock::tryAcquire)) {
        LOGGER.warn("{} still has the lock of the schema", lock.otherOwner);
        throw new SchemaBusyException(
            "Another process changes the schema: try again when it has finished (the log names it)");
      }
    }
    return lock;
  }

  private boolean tryAcquire() {
    ResultSet answer = dao.acquire(owner);
    if (!answer.wasApplied()) {
      otherOwner = String.valueOf(requireNonNull(answer.one()).getString("schema_owner"));
      return false;
    }
    return true;
  }

  /**
   * Renews the lock. It is renewed before each change, so that a process that dies delays the
   * others by one change at most.
   *
   * @throws SchemaBusyException when the lock has expired, and another process may have it
   */
  void renew() {
    if (!dao.renew(owner)) {
      throw new SchemaBusyException(
          "Another process took over the schema because this one was too slow: run 'schema apply' again");
    }
  }

  @Override
  public void close() {
    dao.release(owner);
  }
}
