import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { nodeArguments } from '../../node-arguments.js';

/** The resources that a server process has used so far. */
export interface Used {
  readonly cpuMs: number;
}

/** The memory after garbage collection, whose cost is not counted. */
export interface Held {
  readonly rssBytes: number;
}

/** A process of its own that answers messages one after another. */
export class Child {
  private constructor(private readonly process: ChildProcess) {}

  /** @param program of this folder, without `-process.ts`; resolves to its first message, too */
  static async start<T>(program: string, settings: object, flags: readonly string[] = []) {
    const [path = '', ...rest] = nodeArguments(`test/bench/proxy/${program}-process.ts`).toReversed();
    const execArgv = ['--expose-gc', ...flags, ...rest.toReversed()];
    const child = new Child(fork(path, [JSON.stringify(settings)], { execArgv }));
    return { child, first: await child.#answer<T>() };
  }

  async call<T>(question: object): Promise<T> {
    const answer = this.#answer<T>();
    this.process.send(question);
    return answer;
  }

  used(): Promise<Used> {
    return this.call({ kind: 'used' });
  }

  held(): Promise<Held> {
    return this.call({ kind: 'held' });
  }

  /** Disconnects, after which it ends by itself, with its profile written. */
  async end(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.disconnect();
    await ended;
  }

  #answer<T>(): Promise<T> {
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`a process of the bench ended: ${code}`));
      this.process.once('exit', onExit);
      this.process.once('message', (message) => {
        this.process.off('exit', onExit);
        resolve(message as T);
      });
    });
  }
}
