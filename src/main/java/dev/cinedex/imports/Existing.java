package dev.cinedex.imports;

import dev.cinedex.entity.EntityState;
import dev.cinedex.ledger.Change;
import dev.cinedex.ledger.Decision;

/** The treatment of a movie that exists, or existed, before the import. */
public enum Existing {
  REPLACE,
  /** Leaves the movie unchanged, even if it was deleted. */
  KEEP;

  Change change(EntityState imported) {
    return switch (this) {
      case REPLACE -> head -> Decision.write(imported);
      case KEEP -> head -> head.version() == 0 ? Decision.write(imported) : Decision.keep(head);
    };
  }
}
