import { setTimeout as pause } from 'node:timers/promises';
import type { FaultyLine, LineFault } from '../faults/faulty-line.js';
import type { Chance } from './seeded-random.js';
import type { Fleet } from './fleet.js';
import type { ServiceProcess } from './sandbox.js';
import type { Shop } from './shop.js';
import type { Stories } from './order-history.js';
import type { Time } from './shared-time.js';

export interface TroubleOptions {
  readonly chance: Chance;
  readonly line: FaultyLine;
  readonly service: ServiceProcess;
  readonly fleet: Fleet;
  readonly shop: Shop;
  readonly stories: Stories;
  readonly time: Time;
  readonly ending: AbortSignal;
}

const CREATE = '/v2/invoice/create';
const INFO = '/v2/invoice/merchant/info';
const LIST = '/v2/invoice/merchant/list';
const CANCEL = '/v2/invoice/merchant/canceled';
const ENDPOINTS = { [CREATE]: 50, [INFO]: 30, [LIST]: 12, [CANCEL]: 8 } as const;

const SERVICE_FAULTS = {
  'delay': 3,
  'status': 3,
  'reset-before': 2,
  'reset-after': 4,
  'truncate': 3,
  'malformed': 2,
  'html': 2,
  'stale': 3,
  'unknown-status': 1,
  'unauthorized': 1,
} as const;

const LINE_FAULTS = {
  'cut up': 3,
  'cut down': 5,
  'stall up': 1,
  'stall down': 1.5,
  'slow up': 1,
  'slow down': 2,
  'corrupt up': 1,
  'corrupt down': 2,
  'half-open': 1,
  'close': 3,
} as const;

/** On average; the sum is what one moment of the run looks like. */
const EVERY_MS = { kill: 2200, line: 700, service: 500, outage: 45_000, shop: 40_000 } as const;
const CLOCK_MS = { step: 1500, leap: 75_000, skew: 15_000, error: 60_000 } as const;

/**
 * Service and line are bad by turns: where little is asked, the faults that wait would pile up until nothing works any
 * more, and a service that never answers proves nothing.
 */
const WEATHER_MS = { storm: 7000, calm: 5000 } as const;

const OUTAGE_MS = [500, 6000] as const;

/**
 * Of this machine's time. Two nights within the life of one payer end the polling of an address before it is paid, and
 * the postbacks of the run are unsigned: such a payment would never be found, and need not be.
 */
const BETWEEN_NIGHTS_MS = 120_000;

/** Everything that goes wrong, each by its own chance, until the run ends. */
export class Trouble {
  readonly counts = new Map<string, number>();
  readonly #running: Promise<void>[] = [];
  #isCalm = false;
  #nightAtMs = -Infinity;

  constructor(private readonly options: TroubleOptions) {}

  start(): void {
    const { chance } = this.options;
    const works: Readonly<Record<string, readonly [number, (chance: Chance) => Promise<void>]>> = {
      kills: [EVERY_MS.kill, (own) => this.#kill(own)],
      line: [EVERY_MS.line, async (own) => this.#breakLine(own)],
      service: [EVERY_MS.service, (own) => this.#breakService(own)],
      weather: [WEATHER_MS.storm, (own) => this.#calm(own)],
      outages: [EVERY_MS.outage, (own) => this.#outage(own)],
      shop: [EVERY_MS.shop, (own) => this.#shopGoes(own)],
      steps: [CLOCK_MS.step, (own) => this.options.time.advance(own.between(1, 12))],
      leaps: [CLOCK_MS.leap, (own) => this.#leap(own)],
      skews: [CLOCK_MS.skew, async (own) => this.#skew(own)],
      clocks: [CLOCK_MS.error, (own) => this.#clockError(own)],
    };
    for (const [name, [everyMs, work]] of Object.entries(works)) {
      this.#running.push(this.#now(chance.of(name), everyMs, work));
    }
  }

  /** Resolves when the last one is over, and everything is as it should be. */
  async end(): Promise<void> {
    const { line, service, fleet, shop } = this.options;
    await Promise.all(this.#running);
    line.mend();
    await service.clearFaults();
    fleet.endContradictions();
    shop.isAway = false;
    shop.isWell = true;
    for (let number = 0; number < fleet.size; number += 1) fleet.setSkewMs(number, 0);
  }

  async #now(chance: Chance, everyMs: number, work: (chance: Chance) => Promise<void>): Promise<void> {
    const { ending } = this.options;
    for (;;) {
      await pause(chance.waitMs(everyMs), undefined, { signal: ending }).catch(() => undefined);
      if (ending.aborted) return;
      await work(chance);
    }
  }

  #count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  async #kill(chance: Chance): Promise<void> {
    const { fleet } = this.options;
    // Where a start takes longer than a life, nothing would ever be done; now and then all of them are dead.
    const mayAllDie = chance.percent(15);
    if (!fleet.isWhole && !mayAllDie) return;
    const downMs = chance.percent(15) ? chance.between(1000, 4000) : chance.between(0, 300);
    // Not waited for: the next one may die meanwhile.
    const dead = fleet.kill(chance.between(0, fleet.size - 1), downMs);
    this.#running.push(dead);
  }

  #breakLine(chance: Chance): void {
    if (this.#isCalm) return;
    const name = chance.weighted(LINE_FAULTS);
    this.#count(`line: ${name}`);
    const path = name === 'close' ? {} : { path: chance.weighted(ENDPOINTS) };
    this.options.line.break({ ...path, fault: lineFault(name, chance), times: chance.between(1, 2) });
  }

  async #breakService(chance: Chance): Promise<void> {
    const { service } = this.options;
    if (this.#isCalm) return;
    const kind = chance.weighted(SERVICE_FAULTS);
    this.#count(`service: ${kind}`);
    const isOfBooks = kind === 'stale' || kind === 'unknown-status';
    await service.control('faults', {
      kind,
      endpoint: isOfBooks ? chance.one([INFO, LIST]) : chance.weighted(ENDPOINTS),
      times: chance.between(1, 3),
      ...(kind === 'delay' ? { ms: chance.between(50, 3000) } : {}),
      ...(kind === 'status' ? { code: chance.one([400, 404, 429, 500, 502, 503]) } : {}),
    });
  }

  async #calm(chance: Chance): Promise<void> {
    const { line, service } = this.options;
    this.#isCalm = true;
    line.calm();
    await service.clearFaults();
    await this.#pause(chance.waitMs(WEATHER_MS.calm));
    this.#isCalm = false;
  }

  async #outage(chance: Chance): Promise<void> {
    const { line } = this.options;
    this.#count('service away');
    line.break({ fault: { kind: 'close' }, times: Infinity });
    await this.#pause(chance.between(...OUTAGE_MS));
    line.mend();
  }

  async #shopGoes(chance: Chance): Promise<void> {
    const { shop } = this.options;
    this.#count('shop away');
    shop.isAway = true;
    await this.#pause(chance.between(1000, 8000));
    shop.isAway = false;
  }

  /** Past some deadlines; or a night, so that no day has more orders than a shop of this size would have. */
  async #leap(chance: Chance): Promise<void> {
    const isNight = chance.percent(40) && performance.now() - this.#nightAtMs > BETWEEN_NIGHTS_MS;
    if (isNight) this.#nightAtMs = performance.now();
    this.#count(isNight ? 'clock: night' : 'clock: leap');
    await this.options.time.advance(isNight ? chance.between(6, 20) * 3600 : chance.between(300, 2400));
  }

  #skew(chance: Chance): void {
    const { fleet } = this.options;
    const isSet = chance.percent(60);
    this.#count(isSet ? 'clock: wrong' : 'clock: right again');
    fleet.setSkewMs(chance.between(0, fleet.size - 1), isSet ? chance.between(-60, 60) * 1000 : 0);
  }

  /** Somebody sets the clock of a host by hours, and corrects it after some seconds. */
  async #clockError(chance: Chance): Promise<void> {
    const { fleet, stories } = this.options;
    this.#count('clock: hours wrong');
    const number = chance.between(0, fleet.size - 1);
    const fromMs = stories.now();
    fleet.setSkewMs(number, (chance.percent(50) ? 1 : -1) * chance.between(1, 6) * 3600_000);
    await this.#pause(chance.between(500, 6000));
    fleet.setSkewMs(number, 0);
    stories.clockErrors.push([fromMs, stories.now()]);
  }

  async #pause(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.options.ending }).catch(() => undefined);
  }
}

/** Another byte in the first line: what no check of ours could tell from the truth is left to checksums below us. */
function lineFault(name: keyof typeof LINE_FAULTS, chance: Chance): LineFault {
  const direction = name.endsWith('up') ? 'up' : 'down';
  switch (name) {
    case 'close':
      return { kind: 'close' };
    case 'cut up':
    case 'cut down':
      return { kind: 'cut', direction, afterBytes: someBytes(chance), isInOrder: chance.percent(50) };
    case 'stall up':
    case 'stall down':
      return { kind: 'stall', direction, afterBytes: someBytes(chance) };
    case 'slow up':
    case 'slow down':
      return { kind: 'slow', direction, bytesPerSecond: chance.between(100, 4000) };
    case 'corrupt up':
    case 'corrupt down':
      return { kind: 'corrupt', direction, atByte: chance.between(0, 9) };
    case 'half-open':
      return { kind: 'half-open', direction: chance.one(['up', 'down']), afterBytes: someBytes(chance) };
  }
}

function someBytes(chance: Chance): number {
  return chance.percent(40) ? 0 : chance.between(1, 1500);
}
