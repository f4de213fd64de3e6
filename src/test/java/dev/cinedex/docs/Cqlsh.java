package dev.cinedex.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import dev.cinedex.docs.Shell.Ended;
import dev.cinedex.testing.CqlFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The command {@code cqlsh} with {@code -e} or {@code -f}, on the keyspace of a test. */
public final class Cqlsh {
  private Cqlsh() {}

  /**
   * @param keyspace the one in place of {@code cinedex}
   */
  public static Ended run(CqlSession session, String keyspace, List<String> arguments) {
    assertThat(arguments).hasSize(2);
    assertThat(arguments.get(0)).isIn("-e", "-f");
    List<String> statements =
        arguments.get(0).equals("-e")
            ? CqlFile.split(arguments.get(1))
            : CqlFile.statements(Path.of(arguments.get(1)));
    StringBuilder output = new StringBuilder();
    for (String statement : statements) {
      if (!statement.startsWith("USE ")) {
        String own = statement.replace("cinedex.", keyspace + ".");
        output.append(table(session.execute(own)));
      }
    }
    return new Ended(0, output.toString());
  }

  /** Returns rows as cqlsh shows them, but for the width of the columns. */
  private static String table(ResultSet rows) {
    String names =
        StreamSupport.stream(rows.getColumnDefinitions().spliterator(), false)
            .map(ColumnDefinition::getName)
            .map(Object::toString)
            .collect(Collectors.joining(" | "));
    String lines = rows.all().stream().map(Cqlsh::line).collect(Collectors.joining("\n"));
    return names + "\n----\n" + lines + "\n";
  }

  private static String line(Row row) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      TypeCodec<Object> codec = row.codecRegistry().codecFor(row.getType(i));
      String value = codec.format(row.get(i, codec));
      values.add(value.replaceAll("^'(.*)'$", "$1"));
    }
    return String.join(" | ", values);
  }
}
