package dev.cinedex.instance;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.LayoutBase;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.dropwizard.logging.common.DropwizardLayout;
import io.dropwizard.logging.common.layout.DiscoverableLayoutFactory;
import java.util.TimeZone;

/**
 * The layout {@code line} of {@code config.yml}: a line for people. Line breaks and control
 * characters in the message become spaces, so that no text of a user looks like a line of its own.
 */
@JsonTypeName("line")
public final class LineLayout implements DiscoverableLayoutFactory<ILoggingEvent> {
  private static final String PATTERN =
      "%-5level %date{ISO8601} %logger{0}: %replace(%message){'[\\p{Cntrl}\\u0085\\u2028\\u2029]+', ' '}%replace( request=%X{requestId}){' request=$', ''}%n%indented";

  @Override
  public LayoutBase<ILoggingEvent> build(LoggerContext context, TimeZone timeZone) {
    DropwizardLayout layout = new DropwizardLayout(context, timeZone);
    layout.getInstanceConverterMap().put("indented", Indented::new);
    layout.setPattern(PATTERN);
    return layout;
  }

  /** Prints an exception; all its lines begin with a blank. */
  private static final class Indented extends ThrowableProxyConverter {
    @Override
    public String convert(ILoggingEvent event) {
      String trace = super.convert(event);
      return trace.isEmpty()
          ? ""
          : trace.replaceAll("[\\p{Cntrl}&&[^\\n\\t]]", " ").replaceAll("(?m)^", " ");
    }
  }
}
