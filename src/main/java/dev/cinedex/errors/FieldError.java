package dev.cinedex.errors;

/**
 * The error of one field of a document.
 *
 * @param path of the field, such as {@code lookups.by_town.partition[1]}; empty for the document
 *     itself
 * @param reason what the field must be
 */
public record FieldError(String path, String reason) {}
