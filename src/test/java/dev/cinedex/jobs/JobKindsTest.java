package dev.cinedex.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.catalog.TableState;
import dev.cinedex.errors.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobKindsTest {

  @Test
  void everyKindIsFoundByItsName() {
    assertThat(JobKinds.kinds())
        .extracting(JobKind::text)
        .containsExactly("build", "verify", "repair")
        .allSatisfy(text -> assertThat(JobKinds.named(text).text()).isEqualTo(text));
    assertThat(JobKinds.kinds())
        .extracting(JobKind::help)
        .doesNotContainNull()
        .doesNotHaveDuplicates();
  }

  @Test
  void anUnknownKindIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> JobKinds.named("mend"))
        .isInstanceOfSatisfying(
            InvalidJobException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_LOOKUP))
        .hasMessage("kind: must be build, verify or repair");
  }

  @ParameterizedTest
  @CsvSource({
    "build,  DECLARATION",
    "verify, SCOPE",
    "repair, SCOPE",
    "repair, APPLY",
    "verify, ALL",
  })
  void aKindTakesItsOptions(String kind, JobOption option) {
    JobKinds.requireTakes(JobKinds.named(kind), option, "field");
  }

  @ParameterizedTest
  @CsvSource({
    "build,  APPLY,       field: only for repair",
    "verify, APPLY,       field: only for repair",
    "verify, DECLARATION, field: only for build",
    "repair, DECLARATION, field: only for build",
    "build,  SCOPE,       field: only for verify and repair",
    "repair, ALL,         field: only for verify",
  })
  void anOptionOfOtherKindsIsRefusedWithTheirNames(String kind, JobOption option, String message) {
    assertThatThrownBy(() -> JobKinds.requireTakes(JobKinds.named(kind), option, "field"))
        .isInstanceOf(InvalidJobException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource({
    "build,  backfill table_hashes from_ledger from_table",
    "verify, ledger_hashes table_hashes from_ledger from_table",
    "repair, ledger_hashes table_hashes from_ledger from_table",
  })
  void phasesHaveTheNamesThatAreStored(String kind, String phases) {
    for (boolean digest : List.of(false, true)) {
      JobOptions options = new JobOptions(false, 0, digest, Scope.ALL);

      assertThat(JobKinds.named(kind).phases(options)).containsExactly(phases.split(" "));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"verify", "repair"})
  void aPartOfTheTokensIsComparedRowByRow(String kind) {
    Scope tokens = new Scope(null, Map.of(), new TokenRange(0, 5));
    Scope one = new Scope(UUID.randomUUID(), Map.of(), null);

    for (Scope scope : List.of(tokens, one)) {
      JobOptions options = new JobOptions(false, 0, false, scope);
      assertThat(JobKinds.named(kind).phases(options)).containsExactly("from_ledger", "from_table");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "build,  false, true",
    "verify, false, false",
    "repair, false, false",
    "repair, true,  true",
  })
  void buildsRepairAndRepairsDoIfToldTo(String kind, boolean apply, boolean repairs) {
    JobOptions options = new JobOptions(apply, 0, false, Scope.ALL);

    assertThat(JobKinds.named(kind).repairs(options)).isEqualTo(repairs);
  }

  @ParameterizedTest
  @EnumSource(TableState.class)
  void tablesAreVerifiedInEveryStateButBuiltOnlyBeforeTheyAreReady(TableState state) {
    boolean unbuilt = state == TableState.BUILDING || state == TableState.VERIFYING;

    assertThat(JobKinds.named("build").tableStates().contains(state)).isEqualTo(unbuilt);
    assertThat(JobKinds.named("verify").tableStates()).contains(state);
    assertThat(JobKinds.named("repair").tableStates()).contains(state);
  }
}
