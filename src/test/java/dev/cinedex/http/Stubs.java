package dev.cinedex.http;

import java.lang.reflect.Proxy;
import java.util.Map;

/** Requests and answers that exist in a test alone. */
final class Stubs {
  private Stubs() {}

  /**
   * Makes an object that answers some methods by values, and keeps the attribute that it is given.
   *
   * @param values by the name of the method
   */
  static <T> T of(Class<T> type, Map<String, Object> values) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getName().equals("setAttribute")) {
                values.put("getAttribute", arguments[1]);
              }
              return values.get(method.getName());
            }));
  }
}
