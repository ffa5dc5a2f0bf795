import { setTimeout as pause } from 'node:timers/promises';
import type { FaultyLine, LineFault } from '../faults/faulty-line.js';
import type { SeededRandom } from './seeded-random.js';
import type { Fleet } from './fleet.js';
import type { ServiceProcess } from './sandbox.js';
import type { Shop } from './shop.js';
import type { OrderHistories } from './order-history.js';
import type { SharedTime } from './shared-time.js';

export interface FaultInjectorOptions {
  readonly random: SeededRandom;
  readonly line: FaultyLine;
  readonly service: ServiceProcess;
  readonly fleet: Fleet;
  readonly payouts: Fleet;
  readonly shop: Shop;
  readonly histories: OrderHistories;
  readonly time: SharedTime;
  readonly ending: AbortSignal;
}

const CREATE = '/v2/invoice/create';
const INFO = '/v2/invoice/merchant/info';
const LIST = '/v2/invoice/merchant/list';
const CANCEL = '/v2/invoice/merchant/canceled';
const WITHDRAW = '/v2/invoice/api/out/create';
const ENDPOINTS = { [CREATE]: 50, [INFO]: 30, [LIST]: 12, [CANCEL]: 8, [WITHDRAW]: 4 } as const;

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

/** Average intervals between faults. */
const EVERY_MS = {
  kill: 2200,
  payouts: 5000,
  line: 700,
  service: 500,
  outage: 45_000,
  shop: 40_000,
} as const;
const CLOCK_MS = { step: 1500, leap: 75_000, skew: 15_000, error: 60_000 } as const;

/**
 * Periods with and without faults of the service and the line alternate. Otherwise pending faults would accumulate while
 * there are few requests, and a service that never responds proves nothing.
 */
const WEATHER_MS = { storm: 7000, calm: 5000 } as const;

const OUTAGE_MS = [500, 6000] as const;

/**
 * In real time. Two nights while one payer waits would end the monitoring of an address before its payment. Since the
 * postbacks of the run are unsigned, the proxy need not find such a payment.
 */
const BETWEEN_NIGHTS_MS = 120_000;

/** Injects every kind of fault at random intervals until the run ends. */
export class FaultInjector {
  readonly counts = new Map<string, number>();
  readonly #running: Promise<void>[] = [];
  #isCalm = false;
  #nightAtMs = -Infinity;

  constructor(private readonly options: FaultInjectorOptions) {}

  start(): void {
    const { random } = this.options;
    const works: Readonly<Record<string, readonly [number, (random: SeededRandom) => Promise<void>]>> = {
      kills: [EVERY_MS.kill, (own) => this.#kill(own)],
      payouts: [EVERY_MS.payouts, async (own) => void this.#running.push(this.killPayouts(own))],
      line: [EVERY_MS.line, async (own) => this.#injectLineFault(own)],
      service: [EVERY_MS.service, (own) => this.#injectServiceFault(own)],
      weather: [WEATHER_MS.storm, (own) => this.#calm(own)],
      outages: [EVERY_MS.outage, (own) => this.#outage(own)],
      shop: [EVERY_MS.shop, (own) => this.#shopOutage(own)],
      steps: [CLOCK_MS.step, (own) => this.options.time.advance(own.between(1, 12))],
      leaps: [CLOCK_MS.leap, (own) => this.#leap(own)],
      skews: [CLOCK_MS.skew, async (own) => this.#skew(own)],
      clocks: [CLOCK_MS.error, (own) => this.#clockError(own)],
    };
    for (const [name, [everyMs, work]] of Object.entries(works)) {
      this.#running.push(this.#now(random.of(name), everyMs, work));
    }
  }

  /** Resolves when all faults have ended and the system is healthy. */
  async end(): Promise<void> {
    const { line, service, fleet, shop } = this.options;
    await Promise.all(this.#running);
    line.repair();
    await service.clearFaults();
    fleet.endContradictions();
    shop.isAway = false;
    shop.isWell = true;
    for (let number = 0; number < fleet.size; number += 1) fleet.setSkewMs(number, 0);
  }

  async #now(
    random: SeededRandom,
    everyMs: number,
    work: (random: SeededRandom) => Promise<void>,
  ): Promise<void> {
    const { ending } = this.options;
    for (;;) {
      await pause(random.waitMs(everyMs), undefined, { signal: ending }).catch(() => undefined);
      if (ending.aborted) return;
      await work(random);
    }
  }

  #count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  async #kill(random: SeededRandom): Promise<void> {
    const { fleet } = this.options;
    // Usually at least one process works: a start may take longer than the interval between kills.
    const mayKillLast = random.percent(15);
    if (!fleet.isWhole && !mayKillLast) return;
    const downMs = random.percent(15) ? random.between(1000, 4000) : random.between(0, 300);
    // Not awaited: another process may be killed meanwhile.
    const restarted = fleet.kill(random.between(0, fleet.size - 1), downMs);
    this.#running.push(restarted);
  }

  /** Kills a payouts process, often between a request and its answer. */
  async killPayouts(random: SeededRandom): Promise<void> {
    const { payouts, service } = this.options;
    await service.control('faults', { kind: 'delay', endpoint: WITHDRAW, times: 1, ms: 3000 });
    await this.#pause(random.between(0, 3000));
    await payouts.kill(random.between(0, payouts.size - 1), random.between(0, 500));
  }

  #injectLineFault(random: SeededRandom): void {
    if (this.#isCalm) return;
    const name = random.weighted(LINE_FAULTS);
    this.#count(`line: ${name}`);
    const path = name === 'close' ? {} : { path: random.weighted(ENDPOINTS) };
    this.options.line.break({ ...path, fault: lineFault(name, random), times: random.between(1, 2) });
  }

  async #injectServiceFault(random: SeededRandom): Promise<void> {
    const { service } = this.options;
    if (this.#isCalm) return;
    const kind = random.weighted(SERVICE_FAULTS);
    this.#count(`service: ${kind}`);
    const isOfBooks = kind === 'stale' || kind === 'unknown-status';
    await service.control('faults', {
      kind,
      endpoint: isOfBooks ? random.one([INFO, LIST]) : random.weighted(ENDPOINTS),
      times: random.between(1, 3),
      ...(kind === 'delay' ? { ms: random.between(50, 3000) } : {}),
      ...(kind === 'status' ? { code: random.one([400, 404, 429, 500, 502, 503]) } : {}),
    });
  }

  async #calm(random: SeededRandom): Promise<void> {
    const { line, service } = this.options;
    this.#isCalm = true;
    line.calm();
    await service.clearFaults();
    await this.#pause(random.waitMs(WEATHER_MS.calm));
    this.#isCalm = false;
  }

  async #outage(random: SeededRandom): Promise<void> {
    const { line } = this.options;
    this.#count('service away');
    line.break({ fault: { kind: 'close' }, times: Infinity });
    await this.#pause(random.between(...OUTAGE_MS));
    line.repair();
  }

  async #shopOutage(random: SeededRandom): Promise<void> {
    const { shop } = this.options;
    this.#count('shop away');
    shop.isAway = true;
    await this.#pause(random.between(1000, 8000));
    shop.isAway = false;
  }

  /** Advances the clock past some deadlines, or by a night, so that a day has a realistic number of orders. */
  async #leap(random: SeededRandom): Promise<void> {
    const isNight = random.percent(40) && performance.now() - this.#nightAtMs > BETWEEN_NIGHTS_MS;
    if (isNight) this.#nightAtMs = performance.now();
    this.#count(isNight ? 'clock: night' : 'clock: leap');
    await this.options.time.advance(isNight ? random.between(6, 20) * 3600 : random.between(300, 2400));
  }

  #skew(random: SeededRandom): void {
    const { fleet } = this.options;
    const isSet = random.percent(60);
    this.#count(isSet ? 'clock: wrong' : 'clock: right again');
    fleet.setSkewMs(random.between(0, fleet.size - 1), isSet ? random.between(-60, 60) * 1000 : 0);
  }

  /** Sets the clock of one host wrong by hours for some seconds. */
  async #clockError(random: SeededRandom): Promise<void> {
    const { fleet, histories } = this.options;
    this.#count('clock: hours wrong');
    const number = random.between(0, fleet.size - 1);
    const fromMs = histories.now();
    fleet.setSkewMs(number, (random.percent(50) ? 1 : -1) * random.between(1, 6) * 3600_000);
    await this.#pause(random.between(500, 6000));
    fleet.setSkewMs(number, 0);
    histories.clockErrors.push([fromMs, histories.now()]);
  }

  async #pause(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.options.ending }).catch(() => undefined);
  }
}

/** Corruption changes a byte of the first line. Undetectable corruption is the task of TCP checksums. */
function lineFault(name: keyof typeof LINE_FAULTS, random: SeededRandom): LineFault {
  const direction = name.endsWith('up') ? 'up' : 'down';
  switch (name) {
    case 'close':
      return { kind: 'close' };
    case 'cut up':
    case 'cut down':
      return { kind: 'cut', direction, afterBytes: randomByteCount(random), isInOrder: random.percent(50) };
    case 'stall up':
    case 'stall down':
      return { kind: 'stall', direction, afterBytes: randomByteCount(random) };
    case 'slow up':
    case 'slow down':
      return { kind: 'slow', direction, bytesPerSecond: random.between(100, 4000) };
    case 'corrupt up':
    case 'corrupt down':
      return { kind: 'corrupt', direction, atByte: random.between(0, 9) };
    case 'half-open':
      return {
        kind: 'half-open',
        direction: random.one(['up', 'down']),
        afterBytes: randomByteCount(random),
      };
  }
}

function randomByteCount(random: SeededRandom): number {
  return random.percent(40) ? 0 : random.between(1, 1500);
}
