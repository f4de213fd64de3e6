package dev.cinedex.benchmark.peers;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.nio.file.Files;
import java.util.List;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.cassandra.core.AsyncCassandraTemplate;
import org.springframework.data.cassandra.core.CassandraTemplate;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.json.MappingJackson2HttpMessageConverter;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** A service of Spring MVC in Tomcat: a blocking controller, Spring Data, and Jackson. */
public final class SpringPeer {
  private SpringPeer() {}

  public static void main(String... arguments) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("spring-peer").toString());
    tomcat.setHostname("127.0.0.1");
    tomcat.setPort(Integer.parseInt(Sessions.variable("HTTP_PORT")));
    // Tomcat would close a connection after 100 requests, and the others do not.
    tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1");
    AnnotationConfigWebApplicationContext spring = new AnnotationConfigWebApplicationContext();
    spring.register(Web.class);
    Context context = tomcat.addContext("", null);
    Wrapper servlet = Tomcat.addServlet(context, "spring", new DispatcherServlet(spring));
    servlet.addMapping("/");
    servlet.setLoadOnStartup(1);
    tomcat.start();
    tomcat.getServer().await();
  }

  /** Makes the session, the controller, and the writer of JSON. */
  @Configuration
  @EnableWebMvc
  static class Web implements WebMvcConfigurer {
    @Bean
    CqlSession session() {
      return Sessions.ofEnvironment();
    }

    @Bean
    FilmsController films(CqlSession session) {
      return new FilmsController(
          new CassandraTemplate(session), new AsyncCassandraTemplate(session));
    }

    @Override
    public void configureMessageConverters(List<HttpMessageConverter<?>> converters) {
      JsonMapper mapper =
          JsonMapper.builder()
              .addModule(new JavaTimeModule())
              .defaultPropertyInclusion(
                  JsonInclude.Value.construct(
                      JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
              .build();
      converters.add(new MappingJackson2HttpMessageConverter(mapper));
    }
  }
}
