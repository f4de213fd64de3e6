package dev.cinedex.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A test that takes long, which {@code mvn verify -Pthorough} runs. */
@Test
@Tag("thorough")
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ThoroughTest {}
