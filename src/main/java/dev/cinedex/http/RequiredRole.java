package dev.cinedex.http;

import dev.cinedex.access.Role;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the role that a resource method needs. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface RequiredRole {
  Role value();

  /** Returns the role that {@code dryRun=true} needs instead; none when it makes no difference. */
  Role[] dryRun() default {};

  /** Returns the role that a request with {@code search} needs instead, as {@link #dryRun}. */
  Role[] search() default {};
}
