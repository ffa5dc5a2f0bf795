import type { Socket } from 'node:net';
import type { LineFault } from './faulty-line.js';

type DirectionFault = Exclude<LineFault, { readonly kind: 'close' }>;

export interface LineDirectionOptions {
  readonly from: Socket;
  readonly to: Socket;
  /** Ends the whole connection: by a reset, or a close. */
  readonly end: (isInOrder: boolean) => void;
  /** Stops all data on the whole connection. */
  readonly silence: () => void;
  /** Receives data before it is forwarded. */
  readonly before?: (chunk: Buffer) => void;
}

const SLOW_STEP_MS = 20;

/** One direction of a connection: data from one end is forwarded to the other, or not. */
export class LineDirection {
  fault: DirectionFault | null = null;
  isSilent = false;
  #passed = 0;
  #slow: Promise<void> = Promise.resolve();

  constructor(private readonly options: LineDirectionOptions) {
    const { from, to } = options;
    from.on('data', (chunk: Buffer) => {
      options.before?.(chunk);
      this.#receive(chunk);
    });
    to.on('drain', () => from.resume());
    from.on('end', () => void this.#slow.then(() => this.isSilent || to.end()));
    from.on('error', () => this.isSilent || to.destroyed || to.resetAndDestroy());
    from.on('close', () => this.isSilent || void this.#slow.then(() => to.end()));
  }

  /** Restarts the count, without a fault. */
  restart(): void {
    this.#passed = 0;
    this.fault = null;
  }

  #receive(chunk: Buffer): void {
    if (this.isSilent) return;
    const { fault } = this;
    const at = this.#passed;
    this.#passed += chunk.length;
    if (!fault) return this.#send(chunk);
    switch (fault.kind) {
      case 'corrupt':
        return this.#send(corrupted(chunk, fault.atByte - at));
      case 'slow':
        return this.#trickle(chunk, fault.bytesPerSecond);
      default:
        return this.#upTo(chunk, fault.afterBytes - at, fault);
    }
  }

  /** Forwards the first bytes; the fault applies to the next one. */
  #upTo(chunk: Buffer, rest: number, fault: Exclude<DirectionFault, { kind: 'corrupt' | 'slow' }>): void {
    if (rest >= chunk.length) return this.#send(chunk);
    const happen = () => {
      if (fault.kind === 'cut') this.options.end(fault.isInOrder ?? false);
    };
    if (fault.kind === 'stall') this.isSilent = true;
    if (fault.kind === 'half-open') this.options.silence();
    // Only data that has left this process can arrive: the cut waits for it.
    if (rest > 0) this.options.to.write(chunk.subarray(0, rest), happen);
    else happen();
    if (fault.kind === 'cut') this.isSilent = true;
  }

  #send(chunk: Buffer): void {
    const { from, to } = this.options;
    if (to.writable && !to.write(chunk)) from.pause();
  }

  #trickle(chunk: Buffer, bytesPerSecond: number): void {
    const size = Math.max(1, Math.round((bytesPerSecond * SLOW_STEP_MS) / 1000));
    const stepMs = (size * 1000) / bytesPerSecond;
    const { to } = this.options;
    this.#slow = this.#slow.then(async () => {
      for (let start = 0; start < chunk.length && to.writable; start += size) {
        await new Promise((resolve) => setTimeout(resolve, stepMs));
        if (!this.isSilent) this.#send(chunk.subarray(start, start + size));
      }
    });
  }
}

function corrupted(chunk: Buffer, at: number): Buffer {
  if (at < 0 || at >= chunk.length) return chunk;
  const copy = Buffer.from(chunk);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
