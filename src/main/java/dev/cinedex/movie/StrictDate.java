package dev.cinedex.movie;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import java.io.IOException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;

/**
 * Reads dates of the form 1995-12-15 only. CQL's type would accept years of more digits, and wrap
 * them around silently.
 */
final class StrictDate extends StdDeserializer<LocalDate> {
  private static final long serialVersionUID = 1;
  private static final DateTimeFormatter FORMAT =
      new DateTimeFormatterBuilder()
          .appendValue(ChronoField.YEAR, 4)
          .appendPattern("-MM-dd")
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  StrictDate() {
    super(LocalDate.class);
  }

  @Override
  public LocalDate deserialize(JsonParser parser, DeserializationContext context)
      throws IOException {
    try {
      if (parser.hasToken(JsonToken.VALUE_STRING)) {
        return LocalDate.parse(parser.getText(), FORMAT);
      }
    } catch (DateTimeParseException e) {
      // refused below
    }
    return context.reportInputMismatch(this, "must be a date such as 1995-12-15");
  }
}
