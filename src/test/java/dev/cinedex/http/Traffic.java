package dev.cinedex.http;

import static dev.cinedex.http.TestService.delete;
import static dev.cinedex.http.TestService.get;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.http.TestService.path;
import static dev.cinedex.http.TestService.post;
import static dev.cinedex.http.TestService.put;
import static dev.cinedex.http.TestService.send;
import static dev.cinedex.testing.Json.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;

/** Requests of every kind, so that every metric has a value; and a job that is paused. */
final class Traffic implements AutoCloseable {
  private static final String MOVIE =
      quoted("{'title':'Busy','releaseYear':2000,'genres':['Busy'],'actors':['Busy Actor']}");
  private static final String JOBS = "/lookups/movies_by_genre/jobs";

  /** The paused job reads one row a second: with as many it is not finished before the pause. */
  private static final int MOVIES = 30;

  private final String job;

  Traffic() {
    for (int i = 0; i < MOVIES; i++) {
      assertThat(post(MOVIE).statusCode()).isEqualTo(201);
    }
    HttpResponse<String> begun = send("POST", JOBS, quoted("{'kind':'verify','rowsPerSecond':1}"));
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(202);
    job = "/jobs/" + json(begun).get("id").asText();
    change("paused");
  }

  /** Sends a request of each kind that the metrics tell apart. */
  void flow() {
    String movie = path(post(MOVIE));
    put(movie, MOVIE.replace("Busy Actor", "Another Actor"));
    get(movie);
    get("/genres/Busy/movies?read=verified");
    get("/actors/Another%20Actor/movies");
    delete(movie);
  }

  /** Cancels the job: the table is free for another one. */
  @Override
  public void close() {
    change("cancelled");
  }

  private void change(String state) {
    HttpResponse<String> changed = send("PATCH", job, quoted("{'state':'%s'}").formatted(state));
    assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
  }
}
