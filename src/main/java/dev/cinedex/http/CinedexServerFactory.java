package dev.cinedex.http;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import dev.cinedex.files.FollowedStores;
import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.core.server.ServerFactory;
import java.util.List;
import java.util.stream.Stream;

/** The block {@code server}: Dropwizard's own, and the names and proxies that are trusted. */
@JsonTypeName("default")
public final class CinedexServerFactory extends DefaultServerFactory {
  @JsonProperty("allowedHosts")
  private String allowedHosts = "";

  @JsonProperty("trustedProxies")
  private String trustedProxies = "";

  @JsonProperty("adminTools")
  private boolean adminTools;

  /** Lets configurations be read with our classes in the place of Dropwizard's. */
  public static void replaceDefault(ObjectMapper mapper) {
    mapper.addMixIn(ServerFactory.class, WithThisDefault.class);
    mapper.registerSubtypes(new NamedType(CinedexServerFactory.class, "default"));
    mapper.registerSubtypes(new NamedType(HttpsConnector.class, "https"));
  }

  @JsonTypeInfo(
      use = JsonTypeInfo.Id.NAME,
      property = "type",
      defaultImpl = CinedexServerFactory.class)
  private interface WithThisDefault {}

  /** Returns the stores with the certificates of the connectors; none before they are made. */
  public List<FollowedStores<?>> stores() {
    return Stream.concat(getApplicationConnectors().stream(), getAdminConnectors().stream())
        .filter(HttpsConnector.class::isInstance)
        .flatMap(connector -> ((HttpsConnector) connector).stores().stream())
        .toList();
  }

  /** Returns the names, separated by commas, under which clients reach the service. */
  String allowedHosts() {
    return allowedHosts;
  }

  /** Returns whether the admin port offers Dropwizard's tools to clients on this machine. */
  boolean adminTools() {
    return adminTools;
  }

  /** Returns the IP addresses, separated by commas, of the proxies in front of the service. */
  String trustedProxies() {
    return trustedProxies;
  }
}
