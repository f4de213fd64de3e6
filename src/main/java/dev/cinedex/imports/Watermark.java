package dev.cinedex.imports;

import dev.cinedex.files.Lines.Line;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;

/** Knows up to which line every line is done, though lines end in any order. */
final class Watermark {
  /** The most lines that can be begun after one that is not done: they are kept in memory. */
  private static final int WINDOW = 10_000;

  private final Semaphore room = new Semaphore(WINDOW);
  private final Deque<Begun> begun = new ArrayDeque<>();
  private Checkpoint reached;

  Watermark(Checkpoint start) {
    this.reached = start;
  }

  /** A line that is not known to be done with all lines before it. */
  static final class Begun {
    private final long number;
    private final long checksum;
    private boolean done;
    private boolean rejected;

    private Begun(Line line) {
      this.number = line.number();
      this.checksum = line.checksum();
    }
  }

  /** Begins the next line; waits while a line far before it is not done. */
  Begun begin(Line line) {
    room.acquireUninterruptibly();
    Begun next = new Begun(line);
    synchronized (this) {
      begun.addLast(next);
    }
    return next;
  }

  /** Lets every line begin, because the import ends and some lines never will. */
  void stop() {
    room.release(WINDOW);
  }

  /** Ends a line, and returns how far the import is now. */
  synchronized Checkpoint done(Begun line, boolean rejected) {
    line.done = true;
    line.rejected = rejected;
    for (Begun first = begun.peek(); first != null && first.done; first = begun.peek()) {
      begun.remove();
      room.release();
      reached =
          new Checkpoint(
              first.number, first.checksum, reached.rejected() + (first.rejected ? 1 : 0));
    }
    return reached;
  }
}
