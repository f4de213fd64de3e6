package dev.cinedex.customer;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Catalog;
import dev.cinedex.catalog.Schema;
import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityState;
import dev.cinedex.entity.EntityType;
import dev.cinedex.ledger.Decision;
import dev.cinedex.lists.ListQuery;
import dev.cinedex.lists.PageReader.Page;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.testing.TestInstance;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tenants in one keyspace, with the tenant as the first partition column of a table. */
class TenantColumnIT {
  private static final EntityType.Builder BOOK = new EntityType.Builder("book");
  private static final Attribute<String> TITLE = BOOK.add(Attribute.text("title"));
  private static final Attribute<String> TENANT = BOOK.add(Attribute.text("tenant"));
  private static final Attribute<List<String>> AUTHORS =
      BOOK.add(Attribute.list("authors", "author", 10));
  private static final EntityType ENTITY = BOOK.build();

  private static final LookupTable BY_TENANT_AND_AUTHOR =
      Tables.of(
          ENTITY,
          "books_by_tenant_and_author",
          "{partition: [tenant, author], buckets: 2, clustering: title}");
  private static final LookupTable BY_AUTHOR =
      Tables.of(ENTITY, "books_by_author", "{partition: author, clustering: title}");

  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  private final CqlSession session;
  private final TestInstance instance;

  TenantColumnIT() {
    new Schema(cassandra, ENTITY, List.of(BY_TENANT_AND_AUTHOR, BY_AUTHOR)).apply(created -> {});
    session = cassandra.connect();
    instance =
        TestInstance.on(session).entity(ENTITY).catalog(Catalog.open(session, ENTITY, List.of()));
  }

  @AfterEach
  void close() {
    instance.marks().close();
    instance.catalog().close();
    session.close();
  }

  @Test
  void aTenantSeesItsOwnRowsAlone() {
    UUID ofAnn = write(UUID.randomUUID(), "ann", "x", "y");
    UUID ofBob = write(UUID.randomUUID(), "bob", "x");

    assertThat(list(BY_TENANT_AND_AUTHOR, "ann", "x")).containsExactly(ofAnn);
    assertThat(list(BY_TENANT_AND_AUTHOR, "bob", "x")).containsExactly(ofBob);
    assertThat(list(BY_TENANT_AND_AUTHOR, "bob", "y")).isEmpty();
    assertThat(list(BY_AUTHOR, "x"))
        .as("without the tenant in its key, a table shows both")
        .containsExactlyInAnyOrder(ofAnn, ofBob);
  }

  @Test
  void whatMovesToAnotherTenantLeavesNoRowBehind() {
    UUID book = write(UUID.randomUUID(), "ann", "x", "y");

    write(book, "bob", "x", "y");

    for (String author : List.of("x", "y")) {
      assertThat(list(BY_TENANT_AND_AUTHOR, "ann", author)).isEmpty();
      assertThat(list(BY_TENANT_AND_AUTHOR, "bob", author)).containsExactly(book);
    }
  }

  private UUID write(UUID id, String tenant, String... authors) {
    EntityState state =
        EntityState.builder(ENTITY)
            .set(TITLE, "The same title")
            .set(TENANT, tenant)
            .set(AUTHORS, Stream.of(authors).toList())
            .build();
    assertThat(instance.writer().write(id, head -> Decision.write(state)).projected()).isTrue();
    return id;
  }

  private List<UUID> list(LookupTable table, Object... partition) {
    Page page = instance.pages().page(ListQuery.all(table, List.of(partition)), 10);
    assertThat(page.more()).isFalse();
    return page.rows().stream().map(row -> row.entityId()).toList();
  }
}
