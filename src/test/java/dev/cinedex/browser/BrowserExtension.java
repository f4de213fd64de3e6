package dev.cinedex.browser;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test a window, and fails it for what goes wrong in its windows. Without a browser the
 * tests are skipped, or fail where they are required.
 */
final class BrowserExtension implements ExecutionCondition, ParameterResolver, AfterEachCallback {
  private static final AtomicBoolean SAID = new AtomicBoolean();

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (Programs.find().isPresent()) {
      return ConditionEvaluationResult.enabled("There is a browser");
    }
    String missing = Programs.missing();
    if (Programs.areRequired()) {
      throw new IllegalStateException("The browser tests cannot run: " + missing);
    }
    if (!SAID.getAndSet(true)) {
      // Failsafe prints only how many tests were skipped, and not why.
      System.err.println("SKIPPED: the browser tests: " + missing);
    }
    return ConditionEvaluationResult.disabled(missing);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Window.class;
  }

  @Override
  public Window resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return windows(context).open();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    windows(context).close(context.getExecutionException().isPresent());
  }

  private static Windows windows(ExtensionContext context) {
    return context
        .getStore(Namespace.create(BrowserExtension.class))
        .getOrComputeIfAbsent(
            context.getUniqueId(), id -> new Windows(name(context)), Windows.class);
  }

  private static String name(ExtensionContext context) {
    String name = context.getRequiredTestClass().getSimpleName() + "-" + context.getDisplayName();
    String safe = name.replaceAll("[^A-Za-z0-9]+", "-");
    return safe.substring(0, Math.min(safe.length(), 100));
  }
}
