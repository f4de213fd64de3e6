package dev.cinedex.customer;

import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityState;
import dev.cinedex.entity.EntityType;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The example of the Index Table pattern: a customer, who is looked up by town and by last name. It
 * lives in the tests alone, and shows that the engine knows no entity.
 */
final class Customer {
  private static final EntityType.Builder CUSTOMER = new EntityType.Builder("customer");

  static final Attribute<String> LAST_NAME = CUSTOMER.add(Attribute.text("last_name"));
  static final Attribute<String> FIRST_NAME = CUSTOMER.add(Attribute.text("first_name"));
  static final Attribute<String> TOWN = CUSTOMER.add(Attribute.text("town").about(200));
  static final Attribute<Integer> BORN = CUSTOMER.add(Attribute.integer("born").optional());
  static final Attribute<Set<String>> INTERESTS =
      CUSTOMER.add(Attribute.set("interests", "interest", 10));
  static final Attribute<List<String>> PHONES = CUSTOMER.add(Attribute.list("phones", "phone", 5));

  static final EntityType ENTITY = CUSTOMER.build();

  private Customer() {}

  static EntityState of(String firstName, String lastName, String town, @Nullable Integer born) {
    return EntityState.builder(ENTITY)
        .set(FIRST_NAME, firstName)
        .set(LAST_NAME, lastName)
        .set(TOWN, town)
        .set(BORN, born)
        .set(INTERESTS, Set.of("chess"))
        .set(PHONES, List.of("1", "2"))
        .build();
  }
}
