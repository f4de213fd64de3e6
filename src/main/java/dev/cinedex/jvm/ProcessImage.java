package dev.cinedex.jvm;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.Library;
import com.kenai.jffi.MemoryIO;
import com.kenai.jffi.Type;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * The program that this process runs. Linux can put another one in its place, which keeps the
 * process id, the standard streams, the working directory and the environment.
 */
final class ProcessImage {
  /** The charset in which Java reads the bytes of a path. */
  private static final Charset PATHS = Charset.forName(System.getProperty("sun.jnu.encoding"));

  /** One character for each byte, so that words come back as they were in any locale. */
  private static final Charset BYTES = StandardCharsets.ISO_8859_1;

  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
  private static final String LIBRARY = "libjffi-1.2.so";
  private static final String LIBRARY_FOLDER = "jffi.boot.library.path";

  private ProcessImage() {}

  /** Returns the words that this process was started with; none where they are not known. */
  static List<String> words() throws IOException {
    if (!Files.isReadable(COMMAND_LINE)) {
      return List.of();
    }
    String all = Files.readString(COMMAND_LINE, BYTES);
    return List.of(all.substring(0, Math.max(0, all.length() - 1)).split("\0", -1));
  }

  /** Returns a path as {@link #words} would return it. */
  static String word(String path) {
    return new String(path.getBytes(PATHS), BYTES);
  }

  /**
   * Replaces the program. It returns only when the operating system refuses that.
   *
   * @param program the file to run
   * @param words its command line, the first word of which is its name
   */
  static void replace(Path program, List<String> words) throws IOException {
    loadLibrary();
    MemoryIO memory = MemoryIO.getInstance();
    long pointers = memory.allocateMemory((words.size() + 1L) * Long.BYTES, true);
    for (int i = 0; i < words.size(); i++) {
      memory.putAddress(pointers + (long) i * Long.BYTES, text(memory, words.get(i), BYTES));
    }
    CallContext twoPointers =
        CallContext.getCallContext(
            Type.SINT, new Type[] {Type.POINTER, Type.POINTER}, CallingConvention.DEFAULT, true);
    Invoker.getInstance()
        .invokeN2(
            twoPointers,
            Library.getDefault().getSymbolAddress("execv"),
            text(memory, program.toString(), PATHS),
            pointers);
  }

  private static long text(MemoryIO memory, String text, Charset charset) {
    byte[] bytes = text.getBytes(charset);
    long address = memory.allocateMemory(bytes.length + 1L, true);
    memory.putByteArray(address, bytes, 0, bytes.length);
    return address;
  }

  /**
   * Loads the library through which Java calls the operating system. Left alone, it would unpack
   * its file and leave it behind, because it removes it at the regular end of the JVM.
   */
  private static void loadLibrary() throws IOException {
    Path folder = newFolder();
    Path file = folder.resolve(LIBRARY);
    try (InputStream packed = Library.class.getResourceAsStream(packedLibrary())) {
      if (packed == null) {
        throw new IOException("No library for this machine");
      }
      Files.copy(packed, file);
      System.load(file.toString());
      System.setProperty(LIBRARY_FOLDER, folder.toString());
      Library.getDefault(); // it loads the file again, which then is there already
    } finally {
      System.clearProperty(LIBRARY_FOLDER);
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  /**
   * Makes a folder that only its owner may use; the file system refuses one that is there. Its name
   * needs no random numbers: to prepare those takes a fifth of this JVM's time.
   */
  private static Path newFolder() throws IOException {
    return Files.createDirectory(
        Path.of(
            System.getProperty("java.io.tmpdir"),
            "cinedex".concat(Long.toString(System.nanoTime()))),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  private static String packedLibrary() {
    String processor = System.getProperty("os.arch").replace("amd64", "x86_64");
    return String.join("/", "/jni", processor.concat("-Linux"), LIBRARY);
  }
}
