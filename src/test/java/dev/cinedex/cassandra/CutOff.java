package dev.cinedex.cassandra;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * A Java agent in a node's JVM that drops the messages from and to other nodes, through the
 * server's own message filters, while a file says so: {@code in}, {@code out} or {@code both}.
 * Clients still reach the node. Alone on Cassandra's class path, so that it uses nothing but the
 * JDK.
 */
public final class CutOff {
  private static volatile String direction = "";

  private CutOff() {}

  /** The option that loads this agent into a JVM. */
  static String jvmOption(Path jar, Path file) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), CutOff.class.getName());
    String entry = CutOff.class.getName().replace('.', '/') + ".class";
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest);
        var code = CutOff.class.getResourceAsStream("/" + entry)) {
      entries.putNextEntry(new JarEntry(entry));
      requireNonNull(code).transferTo(entries);
    }
    return "-javaagent:" + jar.toAbsolutePath() + "=" + file.toAbsolutePath();
  }

  public static void premain(String file) {
    Thread watch = new Thread(() -> watch(Path.of(file)), "cut-off");
    watch.setDaemon(true);
    watch.start();
  }

  /** The file that tells what the node goes by. */
  static Path inForce(Path file) {
    return file.resolveSibling(file.getFileName() + "-in-force");
  }

  private static void watch(Path file) {
    boolean installed = false;
    try {
      while (true) {
        String wanted = Files.exists(file) ? Files.readString(file).strip() : "";
        if (!wanted.isEmpty() && !installed) {
          install(); // not before: it would start the messaging service
          installed = true;
        }
        if (!wanted.equals(direction)) {
          direction = wanted;
          Files.writeString(inForce(file), wanted);
        }
        Thread.sleep(50);
      }
    } catch (IOException | ReflectiveOperationException e) {
      System.err.println("ERROR cut-off: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void install() throws ReflectiveOperationException {
    Class<?> messaging = Class.forName("org.apache.cassandra.net.MessagingService");
    Object service = messaging.getMethod("instance").invoke(null);
    Object self =
        Class.forName("org.apache.cassandra.utils.FBUtilities")
            .getMethod("getBroadcastAddressAndPort")
            .invoke(null);
    Method from = Class.forName("org.apache.cassandra.net.Message").getMethod("from");
    Object outbound = messaging.getField("outboundSink").get(service);
    Object inbound = messaging.getField("inboundSink").get(service);

    BiPredicate<Object, Object> send =
        (message, to) -> to.equals(self) || !(isCut("out") || isCut("both"));
    Predicate<Object> receive =
        message -> {
          try {
            return self.equals(from.invoke(message)) || !(isCut("in") || isCut("both"));
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
          }
        };
    outbound.getClass().getMethod("add", BiPredicate.class).invoke(outbound, send);
    inbound.getClass().getMethod("add", Predicate.class).invoke(inbound, receive);
  }

  private static boolean isCut(String kind) {
    return kind.equals(direction);
  }
}
