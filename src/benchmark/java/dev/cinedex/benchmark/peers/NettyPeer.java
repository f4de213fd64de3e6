package dev.cinedex.benchmark.peers;

import com.datastax.oss.driver.api.core.CqlSession;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import java.net.InetAddress;

/**
 * A server of raw Netty and the driver, without a framework. It never blocks, decodes nothing that
 * an answer does not need, and writes JSON from the bytes of the rows.
 */
public final class NettyPeer {
  private static final int MAX_REQUEST = 1 << 16;

  private NettyPeer() {}

  public static void main(String... arguments) throws Exception {
    CqlSession session = Sessions.ofEnvironment();
    FilmQueries queries = new FilmQueries(session);
    EventLoopGroup group = new NioEventLoopGroup(Runtime.getRuntime().availableProcessors());
    new ServerBootstrap()
        .group(group)
        .channel(NioServerSocketChannel.class)
        .childHandler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                channel
                    .pipeline()
                    .addLast(new HttpServerCodec())
                    .addLast(new HttpObjectAggregator(MAX_REQUEST))
                    .addLast(new FilmsHandler(queries));
              }
            })
        .bind(InetAddress.getLoopbackAddress(), Integer.parseInt(Sessions.variable("HTTP_PORT")))
        .sync()
        .channel()
        .closeFuture()
        .sync();
  }
}
