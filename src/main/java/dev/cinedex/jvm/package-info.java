/** The JVM of this process: it begins anew with the archive of loaded classes beside the jar. */
@NullMarked
package dev.cinedex.jvm;

import org.jspecify.annotations.NullMarked;
