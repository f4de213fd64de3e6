package dev.cinedex.http;

import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * Makes what encrypts a connection, with the certificate that is current. Jetty's own way to
 * exchange a certificate, {@link #reload}, also takes the old one from the handshakes that are
 * under way, and they fail.
 */
final class ExchangedCertificate extends SslContextFactory.Server {
  private final Supplier<SslContextFactory.Server> current;

  /**
   * @param current returns what has started with the certificate that new connections get
   */
  ExchangedCertificate(Supplier<SslContextFactory.Server> current) {
    this.current = current;
    setSslContext(current.get().getSslContext()); // so that it reads no store itself
  }

  @Override
  public SSLContext getSslContext() {
    return current.get().getSslContext();
  }

  @Override
  public SSLEngine newSSLEngine() {
    return current.get().newSSLEngine();
  }

  @Override
  public SSLEngine newSSLEngine(String host, int port) {
    return current.get().newSSLEngine(host, port);
  }
}
