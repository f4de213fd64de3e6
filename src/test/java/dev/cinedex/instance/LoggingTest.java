package dev.cinedex.instance;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import dev.cinedex.cli.Commands;
import io.dropwizard.logging.common.LoggingFactory;
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the shipped {@code config.yml} logs. */
class LoggingTest {
  @Test
  void aSessionWhoseThreadsHaveEndedBeforeItListensForThatLogsNothing() throws Exception {
    EventExecutor threads = new DefaultEventExecutor();
    threads.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();

    String logged =
        logged(
            () -> {
              threads.newSucceededFuture(null).addListener(ended -> {});
              LoggerFactory.getLogger(LoggingTest.class).error("Another error");
            });

    assertThat(logged.lines()).singleElement().asString().contains("Another error");
  }

  private static String logged(Runnable work) throws Exception {
    LoggingFactory logging = Commands.read("config.yml").getLoggingFactory();
    PrintStream console = System.err;
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    System.setErr(new PrintStream(output, true, StandardCharsets.UTF_8));
    try {
      logging.configure(new MetricRegistry(), "test");
      work.run();
      logging.stop();
      return output.toString(StandardCharsets.UTF_8);
    } finally {
      System.setErr(console);
      logging.reset();
    }
  }
}
