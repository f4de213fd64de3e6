package dev.cinedex.http;

import dev.cinedex.cassandra.CatalogView.Entry;
import dev.cinedex.lookup.LookupDeclaration;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** The catalog: the lookup tables that there are. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
public final class LookupsResource {
  private final DeclaredTables tables;

  public LookupsResource(DeclaredTables tables) {
    this.tables = tables;
  }

  /**
   * @param definition its CQL
   */
  record Lookup(String name, String state, LookupDeclaration declaration, String definition) {
    static Lookup of(Entry entry) {
      return new Lookup(
          entry.table().name(),
          entry.state().text(),
          entry.table().declaration(),
          entry.table().createStatement());
    }
  }

  record Lookups(List<Lookup> items) {}

  @GET
  @Path("lookups")
  public Lookups list() {
    return new Lookups(tables.catalog().view().entries().stream().map(Lookup::of).toList());
  }

  @GET
  @Path("lookups/{table}")
  public Lookup find(@PathParam("table") String name) {
    return Lookup.of(tables.named(name));
  }
}
