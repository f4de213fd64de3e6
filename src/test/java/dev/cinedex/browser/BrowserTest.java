package dev.cinedex.browser;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A class whose tests drive the explorer. Each test may take a {@link Window}; it fails when the
 * page reports an error, breaks its content security policy, or asks another host.
 */
@Tag("browser")
@ExtendWith(BrowserExtension.class)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface BrowserTest {}
