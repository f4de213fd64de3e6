package dev.cinedex.catalog;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The exclusive imports that have begun, until they have ended whole. An entity that a killed one
 * has left without all its rows has no note, so no sweeper finds it; this tells that there may be
 * some.
 */
public final class UnfinishedImports {
  private static final Logger LOGGER = LoggerFactory.getLogger(UnfinishedImports.class);

  /** The role of these rows of {@code live_instances}, which do not expire. */
  private static final String ROLE = "import";

  private final LeaseDao dao;
  private final InstanceLeases exclusive;

  public UnfinishedImports(CqlSession session) {
    this.dao = CatalogMapper.of(session).leases();
    this.exclusive = InstanceLeases.exclusive(session);
  }

  /**
   * Records that an exclusive import begins.
   *
   * @param file what is imported; who imports it again continues the same import
   */
  public void begin(String file) {
    dao.keep(new Lease(ROLE, id(file), file, 0));
  }

  /** Records that these imports have ended, or that what they left is complete. */
  public void end(List<String> files) {
    try {
      files.forEach(file -> dao.delete(ROLE, id(file)));
    } catch (DriverException e) {
      LOGGER.warn("The import is complete, but that is not recorded: doctor goes on to warn", e);
    }
  }

  /** Returns the files whose import has begun and has not ended. */
  public List<String> files() {
    return dao.findAcknowledged(ROLE).map(Lease::host).all();
  }

  /** Returns whether a process imports exclusively now. */
  public boolean isRunning() {
    return !exclusive.others().isEmpty();
  }

  private static UUID id(String file) {
    return UUID.nameUUIDFromBytes(file.getBytes(StandardCharsets.UTF_8));
  }
}
