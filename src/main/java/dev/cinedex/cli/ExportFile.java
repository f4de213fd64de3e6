package dev.cinedex.cli;

import dev.cinedex.exports.Export;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/**
 * The file of an export. Until it is complete it is called {@code FILE.part}, and {@code
 * FILE.progress} says how much of it is certain: an export that was killed cuts off the rest, and
 * continues there. A file whose name ends with {@code .gz} is gzipped, each token range on its own.
 */
final class ExportFile implements Export.Output, AutoCloseable {
  private final Path path;
  private final Path part;
  private final String identity;
  private final ProgressFile<Progress> progress;
  private final Runnable recordDone;
  private final FileChannel channel;
  private final int rangesAtStart;

  /**
   * The content of the progress file.
   *
   * @param exported what is exported, and how; another export cannot continue the file
   * @param bytes the size of the file after these ranges
   */
  record Progress(String exported, int ranges, long bytes) {}

  private ExportFile(Path path, String identity, Runnable recordDone) throws IOException {
    this.path = path;
    this.identity = identity;
    this.recordDone = recordDone;
    this.part = path.resolveSibling(path.getFileName() + ".part");
    this.progress =
        new ProgressFile<>(path.resolveSibling(path.getFileName() + ".progress"), Progress.class);
    Progress start = start();
    this.rangesAtStart = start.ranges();
    this.channel = FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    cutOff(start.bytes());
  }

  /** Removes what is not certain. The lock lasts until the file is closed. */
  private void cutOff(long bytes) throws IOException {
    if (channel.tryLock() == null) {
      channel.close();
      throw new CommandException("Another process exports to %s: wait for it".formatted(path));
    }
    if (channel.size() < bytes) {
      channel.close();
      throw new CommandException(
          "%s is shorter than %s says: delete both, or export to another file"
              .formatted(part, progress));
    }
    channel.truncate(bytes).position(bytes);
  }

  /**
   * Opens the file for an export, or for the rest of one that was interrupted.
   *
   * @param identity what is exported, and how
   * @throws CommandException when the file exists, or another export of it was interrupted
   */
  static ExportFile open(Path path, String identity, Runnable recordDone) throws IOException {
    if (Files.exists(path)) {
      throw new CommandException("%s exists: delete it, or export to another file".formatted(path));
    }
    return new ExportFile(path, identity, recordDone);
  }

  private Progress start() throws IOException {
    Optional<Progress> saved = progress.read();
    if (saved.isEmpty()) {
      if (Files.exists(part)) {
        throw new CommandException(
            "%s exists, but %s does not say how far it is: delete it, or export to another file"
                .formatted(part, progress));
      }
      Progress nothing = new Progress(identity, 0, 0);
      progress.save(nothing); // before the file exists, so that it is never without
      return nothing;
    }
    Progress before = saved.get();
    if (!before.exported().equals(identity)) {
      throw new CommandException(
          "%s belongs to an export of something else (%s): delete it and %s, or export to another file"
              .formatted(progress, before.exported(), part));
    }
    if (before.ranges() > 0) {
      System.err.printf(
          "Continues the export to %s after %d of %d token ranges%n",
          path, before.ranges(), Export.RANGES);
    }
    return before;
  }

  int rangesAtStart() {
    return rangesAtStart;
  }

  @Override
  public OutputStream begin() throws IOException {
    OutputStream bytes = new BufferedOutputStream(Channels.newOutputStream(channel));
    return path.toString().endsWith(".gz") ? new GZIPOutputStream(bytes) : bytes;
  }

  @Override
  public void rangeDone(OutputStream range, int rangesDone) throws IOException {
    if (range instanceof GZIPOutputStream gzip) {
      gzip.finish();
    }
    range.flush();
    channel.force(true); // before the progress file says so
    progress.save(new Progress(identity, rangesDone, channel.position()));
  }

  @Override
  public void recordDone() {
    recordDone.run();
  }

  /** Gives the complete file its name. */
  void complete() throws IOException {
    channel.close();
    Files.move(part, path, StandardCopyOption.ATOMIC_MOVE);
    progress.delete();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
