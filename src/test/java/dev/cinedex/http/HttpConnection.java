package dev.cinedex.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A connection that is kept, for what no client library would send. Bytes and characters are the
 * same in it (ISO 8859-1).
 */
final class HttpConnection implements AutoCloseable {
  private static final int RECEIVE_BUFFER = 64 << 10;

  private final Socket socket;
  private final InputStream in;

  HttpConnection(int port) throws IOException {
    socket = new Socket();
    socket.setReceiveBufferSize(RECEIVE_BUFFER);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(60_000);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    in = new BufferedInputStream(socket.getInputStream());
  }

  /**
   * @param headers by their names in lower case; the last one of a name
   * @param kept whether the server keeps the connection, too
   */
  record Answer(int status, Map<String, String> headers, String body, boolean kept) {}

  Answer send(String request) throws IOException {
    begin(request);
    int status = readStatus();
    Map<String, String> headers = readHeaders();
    boolean empty = request.startsWith("HEAD ") || status == 204 || status == 304;
    boolean chunked = "chunked".equals(headers.get("transfer-encoding"));
    boolean kept =
        !"close".equals(headers.get("connection"))
            && (empty || chunked || headers.containsKey("content-length"));
    return new Answer(status, headers, empty ? "" : readBody(headers, chunked), kept);
  }

  /** Without waiting for an answer. */
  void begin(String request) throws IOException {
    socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
  }

  int readStatus() throws IOException {
    String line = readLine();
    if (!line.matches("HTTP/1\\.1 [1-5][0-9]{2} .*")) {
      throw new AssertionError("No status line: " + line);
    }
    return Integer.parseInt(line.substring(9, 12));
  }

  Map<String, String> readHeaders() throws IOException {
    Map<String, String> headers = new TreeMap<>();
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    return headers;
  }

  /** The next byte, whatever it belongs to; -1 at the end of the connection. */
  int readByte() throws IOException {
    return in.read();
  }

  /** The next chunk of a chunked body; empty at its end. */
  String readChunk() throws IOException {
    String chunk = readText(Integer.parseInt(readLine(), 16));
    readLine();
    return chunk;
  }

  /** The rest of a chunked body. */
  String readChunks() throws IOException {
    StringBuilder body = new StringBuilder();
    for (String chunk = readChunk(); !chunk.isEmpty(); chunk = readChunk()) {
      body.append(chunk);
    }
    return body.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private String readBody(Map<String, String> headers, boolean chunked) throws IOException {
    if (!chunked) {
      String length = headers.get("content-length");
      return length == null
          ? new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)
          : readText(Integer.parseInt(length));
    }
    return readChunks();
  }

  private String readText(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("The body ends after %d of %d bytes".formatted(bytes.length, length));
    }
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private String readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("The connection ended in a line: " + line);
      }
      if (next != '\r') {
        line.write(next);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }
}
