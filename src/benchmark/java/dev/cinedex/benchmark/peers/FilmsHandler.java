package dev.cinedex.benchmark.peers;

import com.datastax.oss.driver.api.core.cql.Row;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Answers {@code /actors/NAME/movies} and {@code /genres/NAME/movies} on one connection. */
final class FilmsHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final int DEFAULT_LIMIT = 20;

  private final FilmQueries queries;

  FilmsHandler(FilmQueries queries) {
    this.queries = queries;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    QueryStringDecoder uri = new QueryStringDecoder(request.uri());
    List<String> path = List.of(uri.path().split("/", -1));
    List<String> limits = uri.parameters().getOrDefault("limit", List.of());
    int limit = limits.isEmpty() ? DEFAULT_LIMIT : Integer.parseInt(limits.get(0));
    boolean byActor = path.get(1).equals("actors");
    CompletionStage<List<Row>> rows =
        byActor ? queries.ofActor(path.get(2), limit) : queries.ofGenre(path.get(2), limit);
    rows.whenComplete((found, error) -> answer(context, byActor, found, error));
  }

  private static void answer(
      ChannelHandlerContext context,
      boolean byActor,
      @Nullable List<Row> rows,
      @Nullable Throwable error) {
    if (rows == null || error != null) {
      var unused = context.close();
      return;
    }
    ByteBuf body = context.alloc().buffer(1 << 13);
    RowJson.write(rows, byActor ? RowJson.PARTIAL : RowJson.COMPLETE, body);
    FullHttpResponse response =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, body);
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json");
    response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
    var unused = context.writeAndFlush(response);
  }
}
