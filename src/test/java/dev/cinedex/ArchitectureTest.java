package dev.cinedex;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.cinedex.cassandra.StatementGroups;
import java.util.List;
import java.util.stream.Stream;

/** The rooms, and the arrows between them. */
@AnalyzeClasses(packages = "dev.cinedex", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  /** The rooms from the roof to the ground: an arrow may only point to a room further down. */
  private static final List<String> ROOMS =
      List.of(
          "cli",
          "overview",
          "resources",
          "instance",
          "demo",
          "doctor",
          "imports",
          "exports",
          "jobs",
          "verification",
          "lists",
          "ledger",
          "projection",
          "catalog",
          "movie",
          "lookup",
          "entity",
          "http",
          "access",
          "embedded",
          "cassandra",
          "metrics",
          "files",
          "text",
          "errors",
          "jvm");

  @ArchTest
  static void arrowsPointDown(JavaClasses classes) {
    for (int room = 1; room < ROOMS.size(); room++) {
      String[] above =
          ROOMS.subList(0, room).stream().map(ArchitectureTest::in).toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(in(ROOMS.get(room)))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(above)
          .check(classes);
    }
  }

  private static String in(String room) {
    return "dev.cinedex." + room;
  }

  @ArchTest
  static final ArchRule everyClassIsInARoom =
      classes()
          .should()
          .resideInAnyPackage(
              Stream.concat(Stream.of("dev.cinedex"), ROOMS.stream().map(ArchitectureTest::in))
                  .toArray(String[]::new));

  @ArchTest
  static final ArchRule roomsAreFreeOfCycles =
      slices().matching("dev.cinedex.(*)..").should().beFreeOfCycles();

  /**
   * A class with the classes in it counts as one. What the driver's mapper generates is left out: a
   * mapper and its generated builder name each other.
   */
  @ArchTest
  static final ArchRule classesAreFreeOfCycles =
      slices().assignedFrom(new OneSliceForEachFile()).should().beFreeOfCycles();

  private static final class OneSliceForEachFile implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      JavaClass file = type;
      while (file.getEnclosingClass().isPresent()) {
        file = file.getEnclosingClass().get();
      }
      return file.getSimpleName().endsWith("__MapperGenerated")
              || file.getSimpleName().endsWith("MapperBuilder")
          ? SliceIdentifier.ignore()
          : SliceIdentifier.of(file.getName());
    }

    @Override
    public String getDescription() {
      return "one slice for each file";
    }
  }

  @ArchTest
  static final ArchRule onlyMainDependsOnTheRoot =
      noClasses()
          .that()
          .resideInAPackage("dev.cinedex.*")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.cinedex");

  @ArchTest
  static final ArchRule theHeartIsPureJava =
      noClasses()
          .that()
          .resideInAnyPackage("dev.cinedex.movie", "dev.cinedex.lookup", "dev.cinedex.entity")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.datastax..", "jakarta.ws..", "io.dropwizard..");

  @ArchTest
  static final ArchRule onlyTheProjectionBuildsABatch =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.cinedex.projection")
          .and()
          .areNotAssignableTo(StatementGroups.class) // whose statements have nothing in common
          .and()
          .doNotHaveFullyQualifiedName(StatementGroups.class.getName() + "$Group")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(BatchStatement.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(BatchStatementBuilder.class);

  /** They are copied alone into the class path of the child JVM. */
  @ArchTest
  static final ArchRule theNodesClassesUseNothingButTheJdk =
      classes()
          .that()
          .haveSimpleName("EmbeddedCassandraMain")
          .or()
          .haveSimpleName("ParentProcess")
          .should()
          .onlyDependOnClassesThat(
              JavaClass.Predicates.resideInAPackage("java..")
                  .or(JavaClass.Predicates.simpleName("EmbeddedCassandraMain"))
                  .or(JavaClass.Predicates.simpleName("ParentProcess")));
}
