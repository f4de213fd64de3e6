package dev.cinedex.resources;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.http.Problem.Kind;
import dev.cinedex.http.ProblemException;
import dev.cinedex.lists.ListQuery;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.KeyText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Makes and reads the cursors of lists: the clustering key of the last row, with the list it is of,
 * signed. Opaque to clients; any instance with the same secret reads them.
 */
public final class Cursors {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String ALGORITHM = "HmacSHA256";

  /** Of the cursors' form and of what they mean; one of another version is refused. */
  private static final int VERSION = 1;

  private static final int SIGNATURE_BYTES = 16;

  private final SecretKeySpec key;

  public Cursors(byte[] secret) {
    this.key = new SecretKeySpec(secret, ALGORITHM);
  }

  /**
   * @param list what is listed, as text
   * @param after clustering key, as text
   */
  private record Content(int version, List<String> list, List<String> after) {}

  public String encode(ListQuery listing, List<Object> after) {
    try {
      byte[] content = MAPPER.writeValueAsBytes(new Content(VERSION, list(listing), texts(after)));
      byte[] cursor = Arrays.copyOf(signature(content), SIGNATURE_BYTES + content.length);
      System.arraycopy(content, 0, cursor, SIGNATURE_BYTES, content.length);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(cursor);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @return the clustering key to go on after
   * @throws ProblemException when it was not made for this list, by this service
   */
  public List<Object> decode(String text, ListQuery listing) {
    Content content = content(text);
    if (content == null) {
      throw refused("is damaged, or was not made by this service");
    }
    if (content.version != VERSION) {
      throw refused("was made by another version of this service");
    }
    if (!content.list.equals(list(listing))) {
      throw refused("belongs to another list: table, key, order and range must be the same");
    }
    List<Column> columns = listing.table().clusteringKey();
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
      return null; // whatever is wrong with it, it is not one of ours
    }
  }

  private byte[] signature(byte[] content) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return Arrays.copyOf(mac.doFinal(content), SIGNATURE_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> list(ListQuery listing) {
    List<String> list = new ArrayList<>(List.of(listing.table().name()));
    list.addAll(texts(listing.partition()));
    list.add(listing.descending() ? "desc" : "asc");
    list.addAll(texts(Arrays.asList(listing.range().from(), listing.range().to())));
    return list;
  }

  private static List<String> texts(List<? extends @Nullable Object> values) {
    return values.stream().map(value -> value == null ? "" : "=" + value).toList();
  }

  private static ProblemException refused(String why) {
    return new ProblemException(
        Kind.INVALID_PARAMETER,
        "cursor: %s; leave it out to start at the first page".formatted(why));
  }
}
