package dev.cinedex;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The rooms, and the arrows between them. */
@AnalyzeClasses(packages = "dev.cinedex", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule arrowsGoOneWay =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("movie")
          .definedBy("dev.cinedex.movie")
          .layer("lookup")
          .definedBy("dev.cinedex.lookup")
          .layer("cassandra")
          .definedBy("dev.cinedex.cassandra")
          .layer("projection")
          .definedBy("dev.cinedex.projection")
          .layer("ledger")
          .definedBy("dev.cinedex.ledger")
          .layer("jobs")
          .definedBy("dev.cinedex.jobs")
          .layer("http")
          .definedBy("dev.cinedex.http")
          .layer("cli")
          .definedBy("dev.cinedex.cli")
          .whereLayer("movie")
          .mayNotAccessAnyLayer()
          .whereLayer("lookup")
          .mayOnlyAccessLayers("movie")
          .whereLayer("cassandra")
          .mayOnlyAccessLayers("lookup")
          .whereLayer("projection")
          .mayOnlyAccessLayers("lookup", "movie", "cassandra")
          .whereLayer("ledger")
          .mayOnlyAccessLayers("projection", "lookup", "movie", "cassandra")
          .whereLayer("jobs")
          .mayOnlyAccessLayers("ledger", "projection", "lookup", "movie", "cassandra")
          .whereLayer("http")
          .mayOnlyAccessLayers("jobs", "ledger", "projection", "lookup", "movie", "cassandra")
          .whereLayer("cli")
          .mayOnlyAccessLayers("jobs", "ledger", "projection", "lookup", "movie", "cassandra");

  @ArchTest
  static final ArchRule theHeartIsPureJava =
      noClasses()
          .that()
          .resideInAnyPackage("dev.cinedex.movie", "dev.cinedex.lookup")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.datastax..", "jakarta.ws..", "io.dropwizard..");

  @ArchTest
  static final ArchRule onlyTheProjectionBuildsABatch =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.cinedex.projection")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(BatchStatement.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(BatchStatementBuilder.class);

  @ArchTest
  static final ArchRule theNodesMainClassUsesNothingButTheJdk =
      classes()
          .that()
          .haveSimpleName("EmbeddedCassandraMain")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "dev.cinedex.cassandra")
          .andShould()
          .onlyBeAccessed()
          .byClassesThat()
          .haveSimpleNameStartingWith("EmbeddedCassandra");
}
