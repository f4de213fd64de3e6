package dev.cinedex.benchmark.peers;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.dropwizard.configuration.EnvironmentVariableSubstitutor;
import io.dropwizard.configuration.ResourceConfigurationSourceProvider;
import io.dropwizard.configuration.SubstitutingSourceProvider;
import io.dropwizard.core.Application;
import io.dropwizard.core.Configuration;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import com.fasterxml.jackson.databind.SerializationFeature;

/** A bare Dropwizard service: blocking resources, and Jackson. */
public final class DropwizardPeer extends Application<Configuration> {

  public static void main(String... arguments) throws Exception {
    new DropwizardPeer().run("server", "dropwizard-peer.yml");
  }

  @Override
  public void initialize(Bootstrap<Configuration> bootstrap) {
    bootstrap.setConfigurationSourceProvider(
        new SubstitutingSourceProvider(
            new ResourceConfigurationSourceProvider(), new EnvironmentVariableSubstitutor(true)));
    bootstrap.getObjectMapper().disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);
    bootstrap.getObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);
  }

  @Override
  public void run(Configuration configuration, Environment environment) {
    CqlSession session = Sessions.ofEnvironment();
    environment.jersey().register(new FilmsResource(session));
    environment.jersey().register(new CastResource(new UnsafeApplication(session)));
  }
}
