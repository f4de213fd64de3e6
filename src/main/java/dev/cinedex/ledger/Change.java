package dev.cinedex.ledger;

/**
 * Decides what to write for one entity. It is called once for each head that the write would
 * replace, and refuses by throwing.
 */
@FunctionalInterface
public interface Change {
  Decision decide(Head head);
}
