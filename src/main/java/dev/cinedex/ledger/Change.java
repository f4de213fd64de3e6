package dev.cinedex.ledger;

/**
 * What a writer wants of one entity. It is called once for each head that the write would replace,
 * and refuses by throwing.
 */
@FunctionalInterface
public interface Change {
  Decision decide(Head head);
}
