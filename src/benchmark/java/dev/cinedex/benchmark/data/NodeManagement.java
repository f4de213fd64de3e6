package dev.cinedex.benchmark.data;

import java.io.IOException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The management (JMX) of the node, on loopback: it tells how large tables are on disk. */
public record NodeManagement(JMXConnector connector) implements AutoCloseable {
  private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";
  private static final String TABLE =
      "org.apache.cassandra.metrics:type=Table,keyspace=%s,scope=%s,name=%s";

  @SuppressWarnings("BanJNDI") // the node is a child of this process, on loopback
  static NodeManagement connect(int port) throws IOException {
    JMXServiceURL url =
        new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:%d/jmxrmi".formatted(port));
    return new NodeManagement(JMXConnectorFactory.connect(url));
  }

  /** Writes all rows of a keyspace to disk. */
  public void flush(String keyspace) throws IOException, JMException {
    beans()
        .invoke(
            new ObjectName(STORAGE),
            "forceKeyspaceFlush",
            new Object[] {keyspace, new String[0]},
            new String[] {String.class.getName(), String[].class.getName()});
  }

  /** Returns the bytes of a table on disk. */
  public long bytes(String keyspace, String table) throws IOException, JMException {
    return metric(keyspace, table, "LiveDiskSpaceUsed", "Count");
  }

  /** Returns the bytes of the largest partition, without compression. */
  public long largestPartition(String keyspace, String table) throws IOException, JMException {
    return metric(keyspace, table, "MaxPartitionSize", "Value");
  }

  private long metric(String keyspace, String table, String name, String attribute)
      throws IOException, JMException {
    ObjectName bean = new ObjectName(TABLE.formatted(keyspace, table, name));
    return ((Number) beans().getAttribute(bean, attribute)).longValue();
  }

  private MBeanServerConnection beans() throws IOException {
    return connector.getMBeanServerConnection();
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
