import { Child } from './child.js';
import type { Used } from './child.js';

const BASE = '/crypto-checkout';

export interface Loaded {
  readonly statuses: Readonly<Record<string, number>>;
  readonly last: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly text: string;
  };
}

export interface Work {
  readonly method?: 'GET' | 'POST';
  readonly paths: readonly string[];
  /** A text is sent as it is, anything else as JSON. */
  readonly bodies?: readonly (object | string)[];
  readonly headers?: Readonly<Record<string, string>>;
  /** A server of the shop sends no origin. */
  readonly isServer?: boolean;
  readonly count: number;
  /** After this time no further request is sent. */
  readonly forMs?: number;
  readonly connections?: number;
}

/** A server process and the port that it listens on. */
export interface Served {
  readonly child: Child;
  readonly port: number;
}

export async function serve(program: string, settings: object, flags?: readonly string[]): Promise<Served> {
  const { child, first } = await Child.start<{ readonly port: number }>(program, settings, flags);
  return { child, port: first.port };
}

export class BenchEnvironment {
  private constructor(
    private readonly service: Child,
    readonly serviceUrl: string,
    private readonly load: Child,
  ) {}

  static async start(): Promise<BenchEnvironment> {
    const { child, first } = await Child.start<{ readonly url: string }>('service', {});
    return new BenchEnvironment(child, first.url, (await Child.start('load', {})).child);
  }

  proxy(store: string, isIdle = true, flags?: readonly string[]): Promise<Served> {
    return serve('proxy', { store, isIdle, serviceUrl: this.serviceUrl }, flags);
  }

  /** A proxy with everything that it can serve, within its default limits. */
  publicProxy(store: string): Promise<Served> {
    return serve('public', { store, serviceUrl: this.serviceUrl });
  }

  /** The resources that the server used for it. @throws {Error} if it responded with another status than `status` */
  async cost(served: Served, work: Work, status: number): Promise<{ readonly cpuMs: number } & Loaded> {
    const before = await served.child.used();
    const loaded = await this.request(served, work);
    const after: Used = await served.child.used();
    if (loaded.statuses[status] !== work.count) {
      throw new Error(
        `not all answers are ${status}: ${JSON.stringify(loaded.statuses)} ${loaded.last.text}`,
      );
    }
    return { ...loaded, cpuMs: after.cpuMs - before.cpuMs };
  }

  request({ port }: Served, work: Work): Promise<Loaded> {
    const { method = 'GET', paths, bodies = [], headers = {}, count, forMs, connections = 32 } = work;
    const origin = {
      ...(work.isServer ? {} : { origin: `http://127.0.0.1:${port}` }),
      'content-type': 'application/json',
    };
    return this.load.call({
      ...{ kind: 'load', port, method, count, forMs, connections },
      paths: paths.map((path) => BASE + path),
      bodies: bodies.map((body) => (typeof body === 'string' ? body : JSON.stringify(body))),
      headers: method === 'POST' ? { ...origin, ...headers } : headers,
    });
  }

  async end(): Promise<void> {
    await this.load.end();
    await this.service.end();
  }
}

/** In turns, `rounds` times; the first one changes. */
export async function inTurns<K extends string>(
  rounds: number,
  works: Readonly<Record<K, () => Promise<number>>>,
): Promise<Record<K, number[]>> {
  const names = Object.keys(works) as K[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < names.length; index += 1) {
      const name = names[(index + round) % names.length];
      if (name !== undefined) taken[name].push(await works[name]());
    }
  }
  return taken;
}
