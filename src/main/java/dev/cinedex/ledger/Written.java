package dev.cinedex.ledger;

/**
 * The result of a write.
 *
 * @param head the entity's version now
 * @param projected false when the version is accepted, but some lookup rows were not acknowledged:
 *     the sweeper, or the entity's next write, writes them
 */
public record Written(Head head, Effect effect, boolean projected) {}
