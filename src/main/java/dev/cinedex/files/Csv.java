package dev.cinedex.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import com.google.common.base.CharMatcher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Single records of CSV as RFC 4180 has it: commas, quotes doubled inside quotes, line breaks
 * allowed inside quotes.
 */
public final class Csv {
  private static final CharMatcher BYTE_ORDER_MARK = CharMatcher.is('\uFEFF');
  private static final ObjectReader READER =
      new CsvMapper().readerFor(String[].class).with(CsvParser.Feature.WRAP_AS_ARRAY);
  private static final ObjectWriter WRITER =
      new CsvMapper()
          .configure(CsvGenerator.Feature.ALWAYS_QUOTE_STRINGS, true)
          .writerFor(Object[].class)
          .with(CsvSchema.emptySchema().withLineSeparator(""));

  private Csv() {}

  /**
   * Returns the cells of a record.
   *
   * @param record one record in UTF-8, without its line break
   * @throws MalformedCsvException when it is not UTF-8 or not one record
   */
  public static List<String> cells(byte[] record) {
    try (MappingIterator<String[]> records = READER.readValues(text(record))) {
      List<String> cells = records.hasNextValue() ? List.of(records.nextValue()) : List.of("");
      if (records.hasNextValue()) {
        throw new MalformedCsvException("More than one record is on the line");
      }
      return cells;
    } catch (JsonProcessingException e) {
      throw new MalformedCsvException(
          "The line is not CSV: " + e.getOriginalMessage().replaceAll("(?s)\n.*", ""));
    } catch (CharacterCodingException e) {
      throw new MalformedCsvException("The line is not UTF-8");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(byte[] record) throws CharacterCodingException {
    String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(record)).toString();
    return BYTE_ORDER_MARK.trimLeadingFrom(text);
  }

  /**
   * Returns a record, without a line break at its end.
   *
   * @param cells texts and numbers; null for an empty cell
   */
  public static String line(List<? extends @Nullable Object> cells) {
    try {
      return WRITER.writeValueAsString(
          cells.stream().map(cell -> Objects.requireNonNullElse(cell, "")).toArray());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("These cells cannot be written: " + cells, e);
    }
  }
}
