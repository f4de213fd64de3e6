package dev.cinedex.benchmark.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Rounds in which contenders take turns, so that their ratios hold whatever else the machine does.
 * Each round begins with another contender.
 *
 * @param count the number of rounds
 * @param slice how long each contender works in each round
 */
public record Rounds(int count, Duration slice) {

  /**
   * Lets the contenders work in turns.
   *
   * @return the samples by contender, one for each round
   */
  public Map<String, List<Sample>> run(List<Contender> contenders) throws Exception {
    Map<String, List<Sample>> samples = new LinkedHashMap<>();
    contenders.forEach(contender -> samples.put(contender.name(), new ArrayList<>()));
    List<Contender> order = new ArrayList<>(contenders);
    for (int round = 0; round < count; round++) {
      for (Contender contender : order) {
        Sample sample = contender.work().run(slice);
        Objects.requireNonNull(samples.get(contender.name())).add(sample);
      }
      Collections.rotate(order, 1);
    }
    return samples;
  }
}
