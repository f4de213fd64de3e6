package dev.cinedex.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.content.ByteBufferContentSource;
import org.eclipse.jetty.server.Request;

/** A request whose body is in memory. */
final class CollectedRequest extends Request.Wrapper {
  private final Content.Source body;

  CollectedRequest(Request request, ByteBuffer body) {
    super(request);
    this.body = new ByteBufferContentSource(body);
  }

  @Override
  public Content.Chunk read() {
    return body.read();
  }

  @Override
  public void demand(Runnable demandCallback) {
    body.demand(demandCallback);
  }

  @Override
  public void fail(Throwable failure) {
    body.fail(failure);
  }
}
