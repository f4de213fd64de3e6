package dev.cinedex.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EntityStateTest {
  private static final EntityType.Builder SHIP = new EntityType.Builder("ship");
  private static final Attribute<String> HULL = SHIP.add(Attribute.text("hull_name"));
  private static final Attribute<Integer> LENGTH = SHIP.add(Attribute.integer("length").optional());
  private static final Attribute<LocalDate> BUILT =
      SHIP.add(Attribute.date("built_on").optional().explicitNull());
  private static final Attribute<Set<String>> FLAGS = SHIP.add(Attribute.set("flags", "flag", 3));
  private static final Attribute<List<String>> PORTS = SHIP.add(Attribute.list("ports", "port", 9));
  private static final EntityType ENTITY = SHIP.build();

  private static final EntityState BARE =
      EntityState.builder(ENTITY)
          .set(HULL, "Vasa")
          .set(FLAGS, Set.of())
          .set(PORTS, List.of())
          .build();

  private final StateJson json = new StateJson(ENTITY);

  @Test
  void attributesHaveTheirPlacesInTheOrderInWhichTheyAreAdded() {
    assertThat(ENTITY.attributes()).containsExactly(HULL, LENGTH, BUILT, FLAGS, PORTS);
    assertThat(ENTITY.attributes()).extracting(Attribute::position).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void namesFollowFromTheEntitysName() {
    assertThat(ENTITY.table()).isEqualTo("ships");
    assertThat(ENTITY.noteTable()).isEqualTo("unsettled_ships");
    assertThat(ENTITY.idColumn()).isEqualTo("ship_id");
    assertThat(ENTITY.idField()).isEqualTo("shipId");
    assertThat(HULL.jsonName()).isEqualTo("hullName");
  }

  @Test
  void anAttributeIsFoundByItsNameAndByThatOfItsElements() {
    assertThat(ENTITY.attribute("flags")).contains(FLAGS);
    assertThat(ENTITY.attribute("flag")).isEmpty();
    assertThat(ENTITY.attributeOfElement("flag")).contains(FLAGS);
    assertThat(ENTITY.attributeOfElement("flags")).isEmpty();
  }

  @Test
  void aSetIsInTheOrderOfItsBytesAndAListHasEachElementOnce() {
    EntityState state =
        BARE.with(FLAGS, new LinkedHashSet<>(List.of("z", "a", "\uFF5E", "\uD83D\uDE00")))
            .with(PORTS, List.of("b", "a", "b"));

    assertThat(state.get(FLAGS)).containsExactly("a", "z", "\uFF5E", "\uD83D\uDE00");
    assertThat(state.get(PORTS)).containsExactly("b", "a");
    assertThat(state.elements(PORTS)).isEqualTo(List.of("b", "a"));
    assertThat(state.elements(HULL)).isEmpty();
  }

  @Test
  void presentValuesAreToldFromAbsentOnes() {
    EntityState state = BARE.with(LENGTH, 69).with(PORTS, List.of("Stockholm"));

    assertThat(BARE.has(LENGTH)).isFalse();
    assertThat(BARE.has(PORTS)).isFalse();
    assertThat(state.has(LENGTH)).isTrue();
    assertThat(state.has(PORTS)).isTrue();
    assertThat(state.require(LENGTH)).isEqualTo(69);
    assertThatThrownBy(() -> BARE.require(LENGTH))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("length");
  }

  @Test
  void statesAreEqualWhenEveryValueIs() {
    assertThat(BARE.with(LENGTH, 69).with(LENGTH, null)).isEqualTo(BARE).hasSameHashCodeAs(BARE);
    assertThat(BARE.with(LENGTH, 69)).isNotEqualTo(BARE);
    assertThat(BARE.with(LENGTH, 69).with(HULL, "Mary Rose")).isNotEqualTo(BARE.with(LENGTH, 69));
  }

  @Test
  void aStateLacksNoAttributeThatIsNotOptional() {
    assertThatThrownBy(() -> BARE.with(HULL, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The attribute 'hull_name' has no value");
    assertThatThrownBy(() -> EntityState.builder(ENTITY).build())
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anAbsentValueIsLeftOutOfTheJsonUnlessItsNullIsExplicit() {
    assertThat(json.write(BARE))
        .isEqualTo("{\"hullName\":\"Vasa\",\"builtOn\":null,\"flags\":[],\"ports\":[]}");
  }

  @Test
  void theJsonOfAStateIsReadAsTheSameState() {
    EntityState state =
        BARE.with(HULL, "\"Vasa\" \u00e9\n")
            .with(LENGTH, -69)
            .with(BUILT, LocalDate.of(1628, 8, 10))
            .with(FLAGS, Set.of("b", "a"))
            .with(PORTS, Arrays.asList("z", "y"));

    assertThat(json.write(state)).contains("\"length\":-69,\"builtOn\":\"1628-08-10\"");
    assertThat(json.read(json.write(state))).isEqualTo(state);
    assertThat(json.read(json.write(BARE))).isEqualTo(BARE);
  }

  @Test
  void aStateOfALaterVersionIsNotReadInPart() {
    assertThatThrownBy(
            () -> json.read("{\"hullName\":\"V\",\"flags\":[],\"ports\":[],\"masts\":3}"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'masts'");
    assertThatThrownBy(() -> json.read("{\"length\":3}"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("ship");
  }

  @Test
  void aRoundedValueRoundsToItself() {
    Rounded century =
        new Rounded("century", LENGTH, length -> length / 100 * 100, "such as 100", 9);

    assertThat(century.of(169)).isEqualTo(100);
    assertThat(century.isValue(100)).isTrue();
    assertThat(century.isValue(169)).isFalse();
  }
}
