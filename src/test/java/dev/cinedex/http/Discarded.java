package dev.cinedex.http;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;

/** The body of an answer that nobody reads. */
final class Discarded extends ServletOutputStream {
  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void setWriteListener(WriteListener listener) {}

  @Override
  public void write(int octet) {}
}
