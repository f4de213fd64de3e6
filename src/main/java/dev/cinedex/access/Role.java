package dev.cinedex.access;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.cinedex.text.EnumText;
import java.util.Arrays;
import java.util.List;

/** What a caller may do. Each role may do everything that the roles before it may do. */
public enum Role {
  /** Reads movies, lists and tables, and sees what a write would do. */
  READER,
  /** Writes and deletes movies. */
  WRITER,
  /** Builds, verifies, repairs, retires and drops tables, and reads what costs a whole table. */
  OPERATOR;

  /** Returns the name of the role in files, commands and JSON. */
  @JsonValue
  public String text() {
    return EnumText.of(this);
  }

  /** Returns whether this role may do what needs another one. */
  public boolean includes(Role needed) {
    return compareTo(needed) >= 0;
  }

  /** Returns this role and those that it includes, the smallest one first. */
  public List<Role> included() {
    return Arrays.stream(values()).filter(this::includes).toList();
  }
}
