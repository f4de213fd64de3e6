package dev.cinedex.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.playwright.Page;
import dev.cinedex.testing.ThoroughTest;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A test fails for what its page does wrong, even if all that it looks for is there. */
@BrowserTest
class FaultlessIT {
  private static final String ELSEWHERE = "http://127.0.0.2:9/picture.png";

  private final Windows windows = new Windows("on-purpose");
  private boolean closed;

  @AfterEach
  void close() {
    if (!closed) {
      windows.close(false);
    }
  }

  @Test
  void aPageThatDoesNothingWrongIsFaultless() {
    windows.open().open("/overview");

    closed = true;
    windows.close(false);
  }

  @Test
  void anErrorOfAScriptFailsTheTest() {
    assertReported(
        page -> page.evaluate("setTimeout(() => { throw new Error('on purpose'); }, 0)"),
        "page error: Error: on purpose");
  }

  @ThoroughTest
  void aPromiseThatNobodyLooksAfterFailsTheTest() {
    assertReported(
        page -> page.evaluate("void Promise.reject(new Error('on purpose'))"), "on purpose");
  }

  @ThoroughTest
  void anErrorInTheConsoleFailsTheTest() {
    assertReported(page -> page.evaluate("console.error('on purpose')"), "console: on purpose");
  }

  @Test
  void aScriptInAnAttributeFailsTheTest() {
    assertReported(
        page -> page.evaluate("try { document.body.setAttribute('onclick', 'x') } catch {}"),
        "TrustedScript");
  }

  @ThoroughTest
  void anInlineStyleFailsTheTest() {
    assertReported(
        page -> page.evaluate("document.body.setAttribute('style', 'color: red')"),
        "Content Security Policy");
  }

  @ThoroughTest
  void anElementMadeFromTextFailsTheTest() {
    assertReported(
        page -> page.evaluate("try { document.body.innerHTML = '<b>x</b>' } catch {}"),
        "TrustedHTML");
  }

  @Test
  void aRequestToAnotherHostFailsTheTest() {
    assertReported(
        page -> page.evaluate("url => fetch(url).catch(() => {})", ELSEWHERE), ELSEWHERE);
  }

  @ThoroughTest
  void aPictureOfAnotherHostFailsTheTestWhereNoPolicyForbidsIt() {
    assertReported(
        page -> {
          page.navigate("about:blank");
          page.evaluate("url => { new Image().src = url; }", ELSEWHERE);
        },
        "request to another host: " + ELSEWHERE);
  }

  @ThoroughTest
  void aMissingFileOfThePageFailsTheTest() {
    assertReported(page -> page.evaluate("fetch('ui/nowhere.js')"), "404 for /ui/nowhere.js");
  }

  private void assertReported(Consumer<Page> fault, String report) {
    Window window = windows.open().open("/overview");

    fault.accept(window.page());

    Awaitility.await().until(() -> !window.errors().isEmpty());
    closed = true;
    assertThatThrownBy(() -> windows.close(false))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(report);
    assertThat(Windows.RESULTS.resolve("failed-on-purpose-0.zip")).isNotEmptyFile();
  }
}
