package dev.cinedex.resources;

import dev.cinedex.jobs.BuildPreview.KeyRows;
import dev.cinedex.jobs.BuildPreview.Preview;
import dev.cinedex.lookup.LookupDeclaration;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.PartitionAdvice;
import dev.cinedex.lookup.TableDdl;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a table would be, in JSON.
 *
 * @param definition its CQL
 * @param yaml its declaration, to be pasted below {@code lookups} in {@code config.yml}
 * @param sampledMovies the number of movies that the numbers come from
 * @param bytesPerMovie the size of the values of a movie's rows
 * @param largestKeys the keys with the most rows of the sample
 */
record BuildPreviewView(
    String table,
    LookupDeclaration declaration,
    String definition,
    String yaml,
    List<ColumnView> columns,
    List<String> warnings,
    long sampledMovies,
    double rowsPerMovie,
    double bytesPerMovie,
    long maxRowsPerMovie,
    Estimate estimate,
    List<Key> largestKeys,
    List<Map<String, Object>> examples) {

  /** The whole table, as far as the sample tells; exact when the sample has all movies. */
  record Estimate(long movies, long rows, long bytes) {}

  /** A key, and its rows in the sample. */
  record Key(Map<String, Object> key, long rows) {}

  static BuildPreviewView of(LookupTable table, Preview preview) {
    double movies = Math.max(1, preview.sampled());
    double all = preview.entities() / movies;
    return new BuildPreviewView(
        table.name(),
        table.declaration(),
        TableDdl.createStatement(table),
        DeclarationYaml.of(table),
        ColumnView.all(table),
        PartitionAdvice.warnings(table),
        preview.sampled(),
        preview.rows() / movies,
        preview.bytes() / movies,
        preview.mostRows(),
        new Estimate(
            preview.entities(),
            Math.round(preview.rows() * all),
            Math.round(preview.bytes() * all)),
        preview.largestKeys().stream().map(key -> key(table, key)).toList(),
        preview.examples().stream().map(RowColumns::all).toList());
  }

  private static Key key(LookupTable table, KeyRows key) {
    Map<String, Object> named = new LinkedHashMap<>();
    for (int i = 0; i < key.key().size(); i++) {
      named.put(table.partition().get(i).name(), key.key().get(i));
    }
    return new Key(named, key.rows());
  }
}
