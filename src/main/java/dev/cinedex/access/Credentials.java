package dev.cinedex.access;

import java.util.List;
import java.util.Optional;

/** Tells who sent a request by what the request brings along. */
public interface Credentials {
  /** Returns whose credential a text is; empty when it is none that is valid now. */
  Optional<Caller> caller(String text);

  /** Reads again what decides that. */
  void reload();

  /** Returns whether the last reading succeeded. If not, what was read before still decides. */
  boolean isCurrent();

  /** Returns credentials that are valid when they are one of several kinds. */
  static Credentials anyOf(List<Credentials> kinds) {
    return new Credentials() {
      @Override
      public Optional<Caller> caller(String text) {
        return kinds.stream().flatMap(kind -> kind.caller(text).stream()).findFirst();
      }

      @Override
      public void reload() {
        kinds.forEach(Credentials::reload);
      }

      @Override
      public boolean isCurrent() {
        return kinds.stream().allMatch(Credentials::isCurrent);
      }
    };
  }
}
