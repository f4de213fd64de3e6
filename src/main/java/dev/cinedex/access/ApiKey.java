package dev.cinedex.access;

import com.google.common.hash.Hashing;
import com.google.common.io.BaseEncoding;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An API key: {@code cdx_ID_SECRET}, where the last eight characters of the secret are a checksum.
 * Scanners for secrets find keys by this form, and a key with a typing error is refused before
 * anything is looked up.
 *
 * @param text the whole key
 * @param id the part that finds its entry in the file of keys; it is no secret
 */
public record ApiKey(String text, String id) {
  private static final int ID_BYTES = 5;

  /** So many random bits cannot be guessed, and so a fast hash of the key keeps it safe. */
  private static final int SECRET_BYTES = 32;

  private static final BaseEncoding LETTERS = BaseEncoding.base32().lowerCase().omitPadding();

  private static final Pattern FORM =
      Pattern.compile("(cdx_([a-z2-7]{8})_[a-z2-7]{52})([0-9a-f]{8})");

  /** Makes a new key. */
  public static ApiKey random(SecureRandom random) {
    String id = letters(random, ID_BYTES);
    String checked = "cdx_" + id + "_" + letters(random, SECRET_BYTES);
    return new ApiKey(checked + checksum(checked), id);
  }

  private static String letters(SecureRandom random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return LETTERS.encode(bytes);
  }

  /** Reads a key; empty when the text does not have the form of one, or its checksum is wrong. */
  public static Optional<ApiKey> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches() && matcher.group(3).equals(checksum(matcher.group(1)))
        ? Optional.of(new ApiKey(text, matcher.group(2)))
        : Optional.empty();
  }

  private static String checksum(String checked) {
    return Hashing.crc32().hashString(checked, StandardCharsets.US_ASCII).toString();
  }

  /** Returns the SHA-256 of the key, in 64 hexadecimal digits: all that is ever stored of it. */
  String sha256() {
    return Hashing.sha256().hashString(text, StandardCharsets.US_ASCII).toString();
  }

  /** Hides the secret, which must not reach a log. */
  @Override
  public String toString() {
    return "cdx_" + id + "_…";
  }
}
