package dev.cinedex;

import io.dropwizard.core.Configuration;

/** What {@code config.yml} may say. */
public class CinedexConfiguration extends Configuration {}
