/** The house rules in numbers: how long files and methods are, and which words the rooms use. */
@NullMarked
package dev.cinedex.house;

import org.jspecify.annotations.NullMarked;
