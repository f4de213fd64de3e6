/** Text as users send it: JSON, UUIDs, normal forms, and the order of UTF-8. */
@NullMarked
package dev.cinedex.text;

import org.jspecify.annotations.NullMarked;
