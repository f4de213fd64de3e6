package dev.cinedex.cli;

import dev.cinedex.instance.Instance;

/** The actions that change the state of a table. */
final class TableStates {
  private TableStates() {}

  static void retire(Instance instance, String table) {
    instance.lifecycle().retire(table);
    System.out.println(table + " is retired: it is still written, but not read");
  }

  static void restore(Instance instance, String table) {
    instance.lifecycle().restore(table);
    System.out.println(table + " is ready");
  }

  static void drop(Instance instance, String table) throws InterruptedException {
    new ForegroundJob(instance).run(instance.lifecycle().drop(table));
    System.out.println(table + " is dropped");
  }
}
