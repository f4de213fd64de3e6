package dev.cinedex.resources;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.catalog.CursorKeys;
import dev.cinedex.catalog.CursorKeys.CursorKey;
import dev.cinedex.http.ProblemException;
import dev.cinedex.http.ProblemKind;
import dev.cinedex.lists.ListQuery;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.KeyText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the cursors of lists. A cursor holds the clustering key of the last row and
 * names the list, and it is signed. Every instance with the same keys accepts it. It begins with
 * the id of its key, unless that is the first one.
 */
public final class Cursors {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The version of the form and the meaning of cursors; other versions are refused. */
  private static final int VERSION = 1;

  private static final int SIGNATURE_BYTES = 16;

  /** Stands between the id of a key and the rest of a cursor, and is in neither. */
  private static final char SEPARATOR = '.';

  private final Supplier<CursorKeys> keys;
  private final Clock clock;

  /**
   * @param keys as they are now
   */
  public Cursors(Supplier<CursorKeys> keys, Clock clock) {
    this.keys = keys;
    this.clock = clock;
  }

  /**
   * The contents of a cursor.
   *
   * @param list table, partition, order and range of the list, as texts
   * @param after clustering key, as texts
   */
  private record Content(int version, List<String> list, List<String> after) {}

  /** Returns the cursor that continues a list after a clustering key. */
  public String encode(ListQuery query, List<Object> after) {
    try {
      byte[] content = MAPPER.writeValueAsBytes(new Content(VERSION, list(query), texts(after)));
      CursorKey key = keys.get().signing(clock.instant());
      byte[] cursor = Arrays.copyOf(signature(key, content), SIGNATURE_BYTES + content.length);
      System.arraycopy(content, 0, cursor, SIGNATURE_BYTES, content.length);
      String text = Base64.getUrlEncoder().withoutPadding().encodeToString(cursor);
      return key.id().isEmpty() ? text : key.id() + SEPARATOR + text;
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the clustering key after which a cursor continues a list.
   *
   * @throws ProblemException when the cursor was not made for this list, by this service
   */
  public List<Object> decode(String text, ListQuery query) {
    Content content = content(text);
    if (content == null) {
      throw refused(
          "is damaged, was not made by this service, or is signed by a key that was replaced");
    }
    if (content.version != VERSION) {
      throw refused("was made by another version of this service");
    }
    if (!content.list.equals(list(query))) {
      throw refused("belongs to another list (another table, key, order or range)");
    }
    List<Column> columns = query.table().clusteringKey();
    List<Object> after = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      after.add(KeyText.bound(columns.get(i), content.after.get(i).substring(1)));
    }
    return after;
  }

  private @Nullable Content content(String text) {
    int separator = text.indexOf(SEPARATOR);
    if (separator == 0) {
      return null; // the first key has no id, and so no separator
    }
    return keys.get()
        .named(text.substring(0, Math.max(separator, 0)))
        .map(key -> content(text.substring(separator + 1), key))
        .orElse(null);
  }

  private static @Nullable Content content(String text, CursorKey key) {
    try {
      byte[] cursor = Base64.getUrlDecoder().decode(text);
      byte[] signature = Arrays.copyOf(cursor, SIGNATURE_BYTES);
      byte[] content = Arrays.copyOfRange(cursor, SIGNATURE_BYTES, cursor.length);
      return MessageDigest.isEqual(signature, signature(key, content))
          ? MAPPER.readValue(content, Content.class)
          : null;
    } catch (IOException | IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      return null; // whatever is wrong with it, this service did not make it
    }
  }

  private static byte[] signature(CursorKey key, byte[] content) {
    return Arrays.copyOf(key.hmac().hashBytes(content).asBytes(), SIGNATURE_BYTES);
  }

  private static List<String> list(ListQuery query) {
    List<String> list = new ArrayList<>(List.of(query.table().name()));
    list.addAll(texts(query.partition()));
    list.add(query.descending() ? "desc" : "asc");
    list.addAll(texts(Arrays.asList(query.range().from(), query.range().to())));
    return list;
  }

  private static List<String> texts(List<? extends @Nullable Object> values) {
    return values.stream().map(value -> value == null ? "" : "=" + value).toList();
  }

  private static ProblemException refused(String why) {
    return new ProblemException(
        ProblemKind.INVALID_PARAMETER,
        "cursor: %s. Leave it out to start at the first page".formatted(why));
  }
}
