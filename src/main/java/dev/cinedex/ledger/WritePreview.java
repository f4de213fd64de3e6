package dev.cinedex.ledger;

import dev.cinedex.projection.WritePlan;

/**
 * The effect that a write would have now; nothing is sent.
 *
 * @param replaced the version that it would replace; 0 when there is none
 */
public record WritePreview(Effect effect, long replaced, WritePlan plan) {}
