import type { Server } from 'node:http';
import { Duplex } from 'node:stream';
import type { TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { until } from '../until.js';

/** In this number of event loop turns everything is done that does not wait for this page. */
const TURNS = 20;

/** The other end of a connection without a network, and so without its buffers: it accepts only what it reads. */
export class SlowPage extends Duplex {
  #text = '';
  #taken: (() => void) | undefined;

  constructor(t: TestContext, server: Server, path = '/') {
    super();
    t.after(() => this.destroy());
    server.emit('connection', this);
    this.push(`GET ${path} HTTP/1.1\r\nhost: shop.example\r\n\r\n`);
  }

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: string, taken: () => void): void {
    this.#text += bytes.toString('latin1');
    this.#taken = taken;
  }

  /** The text that it has read. */
  get text(): string {
    return this.#text;
  }

  /** Reads until this holds, and nothing after that. */
  async takes(isSo: () => boolean, what: string): Promise<void> {
    const is = () => {
      const taken = this.#taken;
      this.#taken = undefined;
      taken?.();
      return isSo();
    };
    await until(is, what);
  }

  /** Reads until this text has arrived. */
  reads(mark: string): Promise<void> {
    return this.takes(() => this.#text.includes(mark), `the page reads "${mark}"`);
  }

  /** Waits until the sender has done all that it can before the page reads. */
  async settles(): Promise<void> {
    for (let left = TURNS; left > 0; left -= 1) await turn();
  }

  /** Waits until data has arrived that the page does not read, and the sender can do no more. */
  async holds(): Promise<void> {
    await until(() => this.#taken !== undefined, 'something comes');
    await this.settles();
  }
}
