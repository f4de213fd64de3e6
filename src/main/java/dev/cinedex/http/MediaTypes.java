package dev.cinedex.http;

import jakarta.ws.rs.core.MediaType;

/** The media types of the API besides JSON. */
public final class MediaTypes {
  public static final String MERGE_PATCH = "application/merge-patch+json";
  public static final String NDJSON = "application/x-ndjson";

  /** The types in which a patch can be sent, as the header {@code Accept-Patch} lists them. */
  static final String PATCHES = MERGE_PATCH + ", " + MediaType.APPLICATION_JSON;

  private MediaTypes() {}
}
