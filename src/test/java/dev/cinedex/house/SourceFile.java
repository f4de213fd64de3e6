package dev.cinedex.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** A Java file with its methods, as the compiler reads it. */
record SourceFile(Path path, String text, List<Method> methods) {

  /**
   * A method or constructor.
   *
   * @param lines from its return type to its last brace, without annotations and Javadoc
   * @param parameters 0 where others decide how many there are: the constructor of a record, a
   *     factory of Jackson, an implementation of somebody else's interface
   */
  record Method(String name, int lines, int parameters) {}

  /** Returns the path alone: a failed assertion prints many files. */
  @Override
  public String toString() {
    return path.toString();
  }

  int lines() {
    return (int) text.lines().count();
  }

  /** Returns the name of the file, for messages. */
  String name() {
    return String.valueOf(path.getFileName());
  }

  /** Returns the Java files below a folder, without those that only describe a package. */
  static List<SourceFile> below(Path folder) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (Stream<Path> walk = Files.walk(folder);
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<Path> paths =
          walk.filter(path -> path.toString().endsWith(".java"))
              .filter(path -> !path.endsWith("package-info.java"))
              .sorted()
              .toList();
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjects(paths(paths)));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      List<SourceFile> sources = new ArrayList<>();
      for (CompilationUnitTree unit : task.parse()) {
        sources.add(of(unit, positions));
      }
      return sources;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path[] paths(List<Path> paths) {
    return paths.toArray(Path[]::new);
  }

  private static SourceFile of(CompilationUnitTree unit, SourcePositions positions)
      throws IOException {
    List<Method> methods = new ArrayList<>();
    new TreeScanner<@Nullable Void, @Nullable ClassTree>() {
      @Override
      public @Nullable Void visitClass(ClassTree type, @Nullable ClassTree outer) {
        return super.visitClass(type, type);
      }

      @Override
      public @Nullable Void visitMethod(MethodTree method, @Nullable ClassTree type) {
        methods.add(
            new Method(
                unit.getSourceFile().getName() + " " + method.getName(),
                lines(unit, positions, method),
                isPrescribed(method, type) ? 0 : method.getParameters().size()));
        return super.visitMethod(method, type);
      }
    }.scan(unit, null);
    Path path = Path.of(unit.getSourceFile().toUri());
    return new SourceFile(path, Files.readString(path), methods);
  }

  private static int lines(CompilationUnitTree unit, SourcePositions positions, MethodTree method) {
    Tree signature = method.getReturnType() == null ? method : method.getReturnType();
    long first = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, signature));
    long last = unit.getLineMap().getLineNumber(positions.getEndPosition(unit, method) - 1);
    return (int) (last - first + 1);
  }

  private static boolean isPrescribed(MethodTree method, @Nullable ClassTree type) {
    boolean constructor = method.getName().contentEquals("<init>");
    boolean ofARecord = type != null && type.getKind() == Tree.Kind.RECORD;
    String annotations = method.getModifiers().getAnnotations().toString();
    return (constructor && ofARecord)
        || annotations.contains("@JsonCreator")
        || annotations.contains("@Override");
  }
}
