// The randomised run: see `npm run soak -- --help`.
import { setMaxListeners } from 'node:events';
import { rm } from 'node:fs/promises';
import { Arrivals } from './arrivals.js';
import { Books } from './books.js';
import { judge, settle } from './shutdown.js';
import type { SoakOptions } from './options.js';
import { counted, cpuSeconds, stories as told, verdict } from './report.js';
import type { Scene } from './run-context.js';
import { startScene } from './run-context.js';

const PROGRESS_MS = 10_000;

/** One run, from the start of its processes to the report. */
export class Soak {
  /** No more orders, and no more faults. */
  readonly #ending = new AbortController();
  /** Nobody waits for the end any more. */
  readonly #leaving = new AbortController();
  readonly #startedMs = performance.now();
  #finished: Promise<number> | null = null;
  #invoices = 0;
  #isJudged = false;

  constructor(
    private readonly options: SoakOptions,
    private readonly print: (line: string) => void,
  ) {
    // Everybody who waits listens to them.
    setMaxListeners(0, this.#ending.signal, this.#leaving.signal);
  }

  /** The exit code. */
  run(): Promise<number> {
    this.#finished ??= this.#run();
    return this.#finished;
  }

  /** Ends the run as soon as possible, with a report so far. */
  async stop(): Promise<void> {
    this.#leaving.abort();
    this.#ending.abort();
    await this.#finished;
  }

  async #run(): Promise<number> {
    const { seed, processes, store } = this.options;
    const scene = await startScene(this.options, this.#ending.signal);
    this.print(`soak: seed ${seed}, ${processes} processes on ${store}, logs in ${scene.folder}`);
    const arrivals = new Arrivals(scene, this.options);
    const progress = setInterval(() => this.#tell(scene, arrivals), PROGRESS_MS);
    try {
      await this.#live(scene, arrivals);
    } finally {
      clearInterval(progress);
      await scene.close();
    }
    this.#report(scene, arrivals);
    if (this.options.keep) this.print(`kept: ${scene.folder}`);
    else await rm(scene.folder, { recursive: true, force: true });
    return scene.stories.broken.length > 0 ? 1 : 0;
  }

  async #live(scene: Scene, arrivals: Arrivals): Promise<void> {
    const { trouble, stories, service, folder, deposits } = scene;
    trouble.start();
    const depositing = deposits.run(this.#ending.signal);
    await arrivals.come(this.#ending.signal);
    this.#ending.abort();
    await arrivals.go(this.#leaving.signal);
    await depositing;
    if (!this.#leaving.signal.aborted) {
      await trouble.end();
      await this.#judge(scene);
    }
    if (stories.broken.length > 0) this.print(await told(stories, service, folder));
  }

  /** A law that is broken already needs no end: its story is told at once. */
  async #judge(scene: Scene): Promise<void> {
    const { stories, store, chance } = scene;
    if (stories.broken.length > 0) return;
    const books = await Books.open(store);
    const leaving = this.#leaving.signal;
    const ending = { ...scene, books, chance: chance.of('end'), say: this.print, leaving };
    await settle(ending);
    if (stories.broken.length === 0 && !leaving.aborted) {
      this.#invoices = await judge(ending);
      this.#isJudged = !leaving.aborted;
    }
    await books.close();
  }

  get #minutes(): string {
    return ((performance.now() - this.#startedMs) / 60_000).toFixed(1);
  }

  #tell({ stories, fleet, shop, time }: Scene, { orders, payers }: Arrivals): void {
    const events = [...shop.told.values()].reduce((sum, count) => sum + count, 0);
    const { length } = stories.broken;
    this.print(
      `${this.#minutes} min  ${orders} orders, ${payers} payers, ${fleet.kills} kills, ${events} events, ` +
        `${time.aheadHours} h ahead, ${length} laws broken`,
    );
    if (length > 0) this.#ending.abort();
  }

  #report(
    { stories, fleet, shop, time, line, trouble, deposits, messages }: Scene,
    arrivals: Arrivals,
  ): void {
    const lines = [
      `\n${this.#minutes} minutes, ${time.aheadHours} hours of the run's time; seed ${this.options.seed}`,
      `orders    ${arrivals.orders}, ${arrivals.perSecond} per second; ${this.#invoices} invoices`,
      `kills     ${fleet.kills}; ${fleet.starts} starts`,
      `faults    ${counted(trouble.counts)}`,
      `line      ${counted(line.played)}`,
      `deposits  ${deposits.sent}; ${deposits.forged} forged`,
      `events    ${counted(shop.told)}; ${shop.requests} requests to the shop`,
      `log       ${counted(messages)}`,
      `CPU       ${cpuSeconds() ?? '?'} s`,
      ...(this.#isJudged ? [] : ['ended before its time: what only the end shows was not checked']),
      verdict(stories.broken, this.#isJudged),
    ];
    this.print(lines.join('\n'));
  }
}
