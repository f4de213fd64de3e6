package dev.cinedex.instance;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.codahale.metrics.MetricRegistry;
import dev.cinedex.cli.Commands;
import io.dropwizard.logging.common.LoggingFactory;
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the shipped {@code config.yml} logs. */
class LoggingTest {
  @Test
  void aSessionWhoseThreadsHaveEndedBeforeItListensForThatLogsNothing() throws Exception {
    EventExecutor threads = new DefaultEventExecutor();
    threads.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();

    List<String> loggers =
        loggersOf(
            () -> {
              threads.newSucceededFuture(null).addListener(ended -> {});
              LoggerFactory.getLogger(LoggingTest.class).error("Another error");
            });

    assertThat(loggers)
        .contains(LoggingTest.class.getName())
        .noneMatch(name -> name.startsWith("io.netty"));
  }

  private static List<String> loggersOf(Runnable work) throws Exception {
    LoggingFactory logging = Commands.read("config.yml").getLoggingFactory();
    logging.configure(new MetricRegistry(), "test");
    ListAppender<ILoggingEvent> logged = new ListAppender<>();
    logged.start();
    ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).addAppender(logged);
    try {
      work.run();
      logged.stop(); // other threads may log as well
      return logged.list.stream().map(ILoggingEvent::getLoggerName).toList();
    } finally {
      logging.stop();
      logging.reset();
    }
  }
}
