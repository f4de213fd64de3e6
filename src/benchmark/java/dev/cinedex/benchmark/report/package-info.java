/** The report: Markdown, JSON and plots. */
@NullMarked
package dev.cinedex.benchmark.report;

import org.jspecify.annotations.NullMarked;
