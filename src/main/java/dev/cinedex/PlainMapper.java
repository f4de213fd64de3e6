package dev.cinedex;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.fasterxml.jackson.module.paramnames.ParameterNamesModule;
import io.dropwizard.jackson.AnnotationSensitivePropertyNamingStrategy;
import io.dropwizard.jackson.CaffeineModule;
import io.dropwizard.jackson.FuzzyEnumModule;
import io.dropwizard.jackson.GuavaExtrasModule;
import io.dropwizard.jackson.Jackson;

/**
 * Dropwizard's mapper without Blackbird. To read a configuration, Blackbird makes 200 classes,
 * which takes a tenth of a command's start; and few answers of the service have properties that it
 * could read faster.
 */
final class PlainMapper {
  private PlainMapper() {}

  static ObjectMapper create() {
    return Jackson.newMinimalObjectMapper()
        .registerModules(
            new GuavaExtrasModule(),
            new CaffeineModule(),
            new FuzzyEnumModule(),
            new ParameterNamesModule(),
            new Jdk8Module(),
            new JavaTimeModule())
        .setPropertyNamingStrategy(new AnnotationSensitivePropertyNamingStrategy());
  }
}
