import type { ServerResponse } from 'node:http';
import type { Sink, Stream } from '../streams/stream.js';

/** Has the events of a stream written to the connection as they are, until either of the two ends. */
export function pourInto(outgoing: ServerResponse, stream: Stream, slowReaderMs: number): void {
  if (outgoing.destroyed) return stream.end();
  const sink = new ResponseSink(outgoing, stream, slowReaderMs);
  outgoing.once('close', () => sink.close());
  stream.pour(sink);
}

/** Whoever does not read for too long is cut off. */
class ResponseSink implements Sink {
  #deadline: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly outgoing: ServerResponse,
    private readonly stream: Stream,
    private readonly slowReaderMs: number,
  ) {}

  isReady(): boolean {
    return this.#deadline === undefined;
  }

  write(bytes: Buffer): void {
    if (this.outgoing.write(bytes) || this.#deadline) return;
    this.#deadline = setTimeout(() => this.outgoing.destroy(), this.slowReaderMs);
    this.outgoing.once('drain', () => this.#goOn());
  }

  end(): void {
    this.outgoing.end();
  }

  close(): void {
    clearTimeout(this.#deadline);
    this.stream.end();
  }

  #goOn(): void {
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
    this.stream.flush();
  }
}
