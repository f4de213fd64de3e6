package dev.cinedex.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.catalog.TableState;
import dev.cinedex.errors.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

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
  })
  void anOptionOfOtherKindsIsRefusedWithTheirNames(String kind, JobOption option, String message) {
    assertThatThrownBy(() -> JobKinds.requireTakes(JobKinds.named(kind), option, "field"))
        .isInstanceOf(InvalidJobException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource({
    "build,  false, backfill from_ledger from_table",
    "verify, false, from_ledger from_table",
    "repair, false, from_ledger from_table",
    "build,  true,  backfill ledger_digest table_digest from_ledger from_table",
    "verify, true,  ledger_digest table_digest from_ledger from_table",
    "repair, true,  ledger_digest table_digest from_ledger from_table",
  })
  void phasesHaveTheNamesThatAreStored(String kind, boolean digest, String phases) {
    JobOptions options = new JobOptions(false, 0, digest, Scope.ALL);

    assertThat(JobKinds.named(kind).phases(options)).containsExactly(phases.split(" "));
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
