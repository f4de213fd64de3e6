package dev.cinedex.resources;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import dev.cinedex.http.ProblemException;
import dev.cinedex.http.ProblemKind;
import dev.cinedex.lists.ListQuery;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.KeyText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the cursors of lists. A cursor holds the clustering key of the last row and
 * names the list, and it is signed. Clients cannot read it; every instance with the same secret
 * can.
 */
public final class Cursors {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The version of the form and the meaning of cursors; other versions are refused. */
  private static final int VERSION = 1;

  private static final int SIGNATURE_BYTES = 16;

  private final HashFunction hmac;

  public Cursors(byte[] secret) {
    this.hmac = Hashing.hmacSha256(secret);
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
      byte[] cursor = Arrays.copyOf(signature(content), SIGNATURE_BYTES + content.length);
      System.arraycopy(content, 0, cursor, SIGNATURE_BYTES, content.length);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(cursor);
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
      throw refused("is damaged, or was not made by this service");
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
    try {
      byte[] cursor = Base64.getUrlDecoder().decode(text);
      byte[] signature = Arrays.copyOf(cursor, SIGNATURE_BYTES);
      byte[] content = Arrays.copyOfRange(cursor, SIGNATURE_BYTES, cursor.length);
      return MessageDigest.isEqual(signature, signature(content))
          ? MAPPER.readValue(content, Content.class)
          : null;
    } catch (IOException | IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      return null; // whatever is wrong with it, this service did not make it
    }
  }

  private byte[] signature(byte[] content) {
    return Arrays.copyOf(hmac.hashBytes(content).asBytes(), SIGNATURE_BYTES);
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
