package dev.cinedex.ledger;

import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.noRows;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.rows;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.when;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.request.Batch;
import com.datastax.oss.protocol.internal.request.Execute;
import com.datastax.oss.simulacron.common.cluster.AbstractNode;
import com.datastax.oss.simulacron.common.cluster.ClusterSpec;
import com.datastax.oss.simulacron.common.codec.ConsistencyLevel;
import com.datastax.oss.simulacron.common.request.Query;
import com.datastax.oss.simulacron.common.result.Result;
import com.datastax.oss.simulacron.common.stubbing.Action;
import com.datastax.oss.simulacron.common.stubbing.StubMapping;
import com.datastax.oss.simulacron.server.BoundCluster;
import com.datastax.oss.simulacron.server.Inet4Resolver;
import com.datastax.oss.simulacron.server.Server;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.testing.TestSession;
import io.dropwizard.util.Duration;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Three nodes that speak the protocol and answer as they are told, so that the driver's own
 * reaction is seen. By default a read finds nothing, and every write is applied. The statements are
 * those that were prepared on a real Cassandra.
 */
final class SimulatedCassandra implements AutoCloseable {
  private final Server server =
      Server.builder()
          // not at the port of a Cassandra that is there for other purposes
          .withAddressResolver(new Inet4Resolver(TestCassandra.freeAddress().getPort()))
          .build();
  private final BoundCluster cluster = server.register(ClusterSpec.builder().withNodes(3));
  private final Map<Integer, String> statements = new HashMap<>();
  private final List<Fault> faults = new ArrayList<>();
  private final List<Received> received = new ArrayList<>();

  private record Fault(String prefix, Result result) {}

  private record Received(String text, ConsistencyLevel consistency) {}

  /**
   * @param preparing prepares, on the session it is given, every statement that will be used
   */
  SimulatedCassandra(CqlSession real, Consumer<CqlSession> preparing) {
    cluster.getStubStore().register(new Faults());
    TestSession recorder = new TestSession(real);
    preparing.accept(recorder);
    recorder.prepared().forEach(this::prime);
  }

  CassandraFactory factory() {
    String contactPoints =
        cluster.getNodes().stream()
            .map(node -> (InetSocketAddress) node.getAddress())
            .map(address -> address.getHostString() + ":" + address.getPort())
            .collect(Collectors.joining(","));
    return TestCassandra.factory("simulated", contactPoints, "dc1", Duration.seconds(1));
  }

  /** The next statement that begins so (or the next batch) is answered with the result. */
  synchronized void failNext(String prefix, Result result) {
    faults.add(new Fault(prefix, result));
  }

  /** How often such a statement reached a node. */
  synchronized long received(String prefix) {
    return consistencies(prefix).size();
  }

  /** With which consistency level each of these came. */
  synchronized List<ConsistencyLevel> consistencies(String prefix) {
    return received.stream()
        .filter(one -> one.text.startsWith(prefix))
        .map(Received::consistency)
        .toList();
  }

  @Override
  public void close() {
    server.close();
  }

  private synchronized void prime(PreparedStatement prepared) {
    String text = prepared.getQuery();
    LinkedHashMap<String, String> variables =
        new LinkedHashMap<>(types(prepared.getVariableDefinitions()));
    Query query = new Query(text, List.of(), null, variables);
    statements.put(query.getQueryId(), text);
    String[] columns =
        types(prepared.getResultSetDefinitions()).entrySet().stream()
            .flatMap(column -> Stream.of(column.getKey(), column.getValue()))
            .toArray(String[]::new);
    Result answer = noRows();
    if (text.contains(" IF ")) {
      answer = rows().columnTypes("[applied]", "boolean").row("[applied]", true).build();
    } else if (columns.length > 0) {
      answer = rows().columnTypes(columns).build();
    }
    cluster.getStubStore().register(when(query).then(answer).build());
  }

  private static Map<String, String> types(ColumnDefinitions definitions) {
    Map<String, String> types = new LinkedHashMap<>();
    definitions.forEach(
        column ->
            types.put(
                column.getName().asInternal(),
                column.getType().asCql(false, false).replace("text", "varchar")));
    return types;
  }

  /** Comes before the primes, and so sees each frame. */
  private final class Faults extends StubMapping {
    @Override
    public boolean matches(Frame frame) {
      synchronized (SimulatedCassandra.this) {
        String text = text(frame);
        if (text == null) {
          return false;
        }
        int consistency =
            frame.message instanceof Execute execute
                ? execute.options.consistency
                : ((Batch) frame.message).consistency;
        received.add(new Received(text, ConsistencyLevel.fromCode(consistency)));
        return faults.stream().anyMatch(fault -> text.startsWith(fault.prefix));
      }
    }

    @Override
    @SuppressWarnings("rawtypes") // of the overridden method
    public List<Action> getActions(AbstractNode node, Frame frame) {
      synchronized (SimulatedCassandra.this) {
        String text = String.valueOf(text(frame));
        for (Fault fault : faults) {
          if (text.startsWith(fault.prefix)) {
            faults.remove(fault);
            return fault.result.toActions(node, frame);
          }
        }
        throw new IllegalStateException("No fault for " + text);
      }
    }

    private @Nullable String text(Frame frame) {
      if (frame.message instanceof Batch) {
        return TestSession.BATCH;
      }
      return frame.message instanceof Execute execute
          ? statements.get(new BigInteger(execute.queryId).intValue())
          : null;
    }
  }
}
