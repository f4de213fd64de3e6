package dev.cinedex.doctor;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.catalog.Schema;
import dev.cinedex.entity.EntityType;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** The cluster that is examined, and what the configuration expects of it. */
record Cluster(CassandraFactory settings, Schema schema, EntityType entity, CqlSession session) {

  Collection<Node> nodes() {
    return session.getMetadata().getNodes().values();
  }

  /** Returns the nodes that this process sends queries to. */
  List<Node> localNodes() {
    return nodes().stream()
        .filter(node -> settings.localDatacenter().equals(node.getDatacenter()))
        .toList();
  }

  /** Returns the names of the datacenters that have nodes, in order. */
  TreeSet<String> datacenters() {
    TreeSet<String> names = new TreeSet<>();
    nodes().forEach(node -> names.add(datacenter(node)));
    return names;
  }

  Optional<KeyspaceMetadata> keyspace() {
    return session.getMetadata().getKeyspace(settings.keyspace());
  }

  static String datacenter(Node node) {
    return String.valueOf(node.getDatacenter());
  }

  /** Returns the address of a node, as clients reach it. */
  static String name(Node node) {
    return node.getBroadcastRpcAddress()
        .map(address -> address.getAddress().getHostAddress() + ":" + address.getPort())
        .orElseGet(() -> node.getEndPoint().toString());
  }
}
