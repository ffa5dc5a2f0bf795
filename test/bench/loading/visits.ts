// Visits to the subjects, each with an order of its own.
import { gzipSync } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';
import { chromium as launch } from '../../browsers/driver/chromium.js';
import { ARGS, startMeasuredShop, type Shop } from './shop.js';
import type { Subject } from './subjects/subject.js';
import { visitIn, type Mark, type Profile, type Visit } from './visit.js';

export interface Conditions extends Profile {
  readonly protocol?: keyof Shop['urls'];
  /** Whether the browser has been to a page of another order before. */
  readonly isWarm?: boolean;
}

const LIMITLESS: Conditions = { latencyMs: 0, megabits: 0, slowdown: 1 };
export const SLOW_4G: Conditions = { latencyMs: 150, megabits: 1.6, slowdown: 4 };
/** The measurements of the ways that most shops choose. */
export const OTHER_CONDITIONS: Readonly<Record<string, Conditions>> = {
  'no limits': LIMITLESS,
  '3G, processor 6 × slower': { latencyMs: 300, megabits: 0.7, slowdown: 6 },
  'warm cache': { ...SLOW_4G, isWarm: true },
  'HTTP/1.1': { ...SLOW_4G, protocol: 'http1' },
};
/**
 * With a latency that leaves no doubt which request has waited for which. Less than a second, which is the time that the element
 * waits for its drawings.
 */
const COUNTING: Conditions = { ...LIMITLESS, latencyMs: 800, isTraced: true };

/** Counts instead of times. */
export interface Counts {
  /** A payer who presses nothing. */
  readonly view: Visit;
  /** A payer who presses a coin. */
  readonly use: Visit;
  /** Of the page, after gzip -9. */
  readonly pageBytes: number;
}

const PAGE = '/page.html';

export class Visits {
  readonly #pages = new Map<Subject, Awaited<ReturnType<Subject['publish']>>>();

  private constructor(
    private readonly shop: Shop,
    private readonly browser: Browser,
  ) {}

  static async start(): Promise<Visits> {
    return new Visits(
      await startMeasuredShop(),
      await chromium.launch({ ...launch, args: [...launch.args, ...ARGS] }),
    );
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.shop.stop();
  }

  async time(subject: Subject, conditions: Conditions): Promise<Visit> {
    return this.#visit(
      subject,
      await this.#page(subject),
      conditions,
      subject.shows === 'code' ? 'code' : 'answered',
    );
  }

  async count(subject: Subject): Promise<Counts> {
    const html = await this.#page(subject);
    const last = subject.shows === 'code' ? 'code' : 'drawn';
    const [one, other] = [
      await this.#visit(subject, html, COUNTING, last),
      await this.#visit(subject, html, COUNTING, last),
    ];
    // A busy machine divides the same work into more frames.
    const view = other.recalculations < one.recalculations ? other : one;
    const use = subject.shows === 'code' ? view : await this.time(subject, COUNTING);
    return { view, use, pageBytes: gzipSync(html, { level: 9 }).length };
  }

  async #page(subject: Subject): Promise<string> {
    const pageOf = this.#pages.get(subject) ?? (await subject.publish(this.shop));
    this.#pages.set(subject, pageOf);
    return pageOf(await this.shop.order());
  }

  async #visit({ width = 390 }: Subject, html: string, conditions: Conditions, last: Mark): Promise<Visit> {
    // The number of frames of an animation depends on time, so none is among the passes that are counted.
    const context = await this.browser.newContext({
      viewport: { width, height: 844 },
      reducedMotion: conditions === COUNTING ? 'reduce' : 'no-preference',
    });
    const url = this.shop.urls[conditions.protocol ?? 'http2'] + PAGE;
    this.shop.publish(PAGE, html);
    try {
      if (conditions.isWarm) await visitIn(context, url, LIMITLESS, last);
      return await visitIn(context, url, conditions, last);
    } finally {
      await context.close();
    }
  }
}
