// The randomized run: see `npm run soak -- --help`.
import { setMaxListeners } from 'node:events';
import { rm } from 'node:fs/promises';
import { Arrivals } from './arrivals.js';
import { StoreReader } from './store-reader.js';
import { payBack } from './pay-back.js';
import { judge, settle, type Judged } from './shutdown.js';
import type { SoakOptions } from './options.js';
import { counted, cpuSeconds, describeViolations, verdict } from './report.js';
import type { RunContext } from './run-context.js';
import { startRun } from './run-context.js';

const PROGRESS_MS = 10_000;

/** A run, from the start of its processes to the report. */
export class Soak {
  /** Aborted when no more orders arrive and no more faults are injected. */
  readonly #ending = new AbortController();
  /** Aborted when the run must end immediately. */
  readonly #leaving = new AbortController();
  readonly #startedMs = performance.now();
  #finished: Promise<number> | null = null;
  /** `null` until the final checks have run to their end. */
  #judged: Judged | null = null;

  constructor(
    private readonly options: SoakOptions,
    private readonly print: (line: string) => void,
  ) {
    // Every waiting payer adds a listener.
    setMaxListeners(0, this.#ending.signal, this.#leaving.signal);
  }

  /** Returns the exit code. */
  run(): Promise<number> {
    this.#finished ??= this.#run();
    return this.#finished;
  }

  /** Ends the run as soon as possible, with a partial report. */
  async stop(): Promise<void> {
    this.#leaving.abort();
    this.#ending.abort();
    await this.#finished;
  }

  async #run(): Promise<number> {
    const { seed, processes, store } = this.options;
    const context = await startRun(this.options, this.#ending.signal);
    this.print(`soak: seed ${seed}, ${processes} processes on ${store}, logs in ${context.folder}`);
    const arrivals = new Arrivals(context, this.options);
    const progress = setInterval(() => this.#printProgress(context, arrivals), PROGRESS_MS);
    try {
      await this.#live(context, arrivals);
    } finally {
      clearInterval(progress);
      await context.close();
    }
    this.#report(context, arrivals);
    const isViolated = context.histories.violations.length > 0;
    if (this.options.keep || isViolated) this.print(`kept: ${context.folder}`);
    else await rm(context.folder, { recursive: true, force: true });
    return isViolated ? 1 : 0;
  }

  async #live(context: RunContext, arrivals: Arrivals): Promise<void> {
    const { faults, histories, service, folder, deposits, staff } = context;
    faults.start();
    const depositing = deposits.run(this.#ending.signal);
    const deciding = staff.run(this.#ending.signal);
    await arrivals.start(this.#ending.signal);
    this.#ending.abort();
    await arrivals.finish(this.#leaving.signal);
    await depositing;
    await deciding;
    if (!this.#leaving.signal.aborted) {
      await faults.end();
      await payBack(context, this.#leaving.signal);
      await this.#judge(context);
    }
    if (histories.violations.length > 0) this.print(await describeViolations(histories, service, folder));
  }

  /** Skips the final checks after a violation, whose history is printed immediately. */
  async #judge(context: RunContext): Promise<void> {
    const { histories, store, random } = context;
    if (histories.violations.length > 0) return;
    const storeReader = await StoreReader.open(store);
    const leaving = this.#leaving.signal;
    const ending = { ...context, storeReader, random: random.of('end'), say: this.print, leaving };
    await context.staff.finish(leaving);
    await settle(ending);
    if (histories.violations.length === 0 && !leaving.aborted) {
      const judged = await judge(ending);
      if (!leaving.aborted) this.#judged = judged;
    }
    await storeReader.close();
  }

  get #minutes(): string {
    return ((performance.now() - this.#startedMs) / 60_000).toFixed(1);
  }

  #printProgress({ histories, fleet, shop, time }: RunContext, { orders, payers }: Arrivals): void {
    const events = [...shop.eventCounts.values()].reduce((sum, count) => sum + count, 0);
    const { length } = histories.violations;
    this.print(
      `${this.#minutes} min  ${orders} orders, ${payers} payers, ${fleet.kills} kills, ${events} events, ` +
        `${time.aheadHours} h ahead, ${length} violations`,
    );
    if (length > 0) this.#ending.abort();
  }

  #report(
    { histories, fleet, payouts, shop, time, line, faults, deposits, staff, messages }: RunContext,
    arrivals: Arrivals,
  ): void {
    const lines = [
      `\n${this.#minutes} minutes, ${time.aheadHours} hours on the clock of the run; seed ${this.options.seed}`,
      `orders    ${arrivals.orders}, ${arrivals.perSecond} per second; ${this.#judged?.invoices ?? '?'} invoices`,
      `kills     ${fleet.kills}; ${fleet.starts} starts`,
      `payouts   ${this.#judged?.withdrawals ?? '?'} sent; ${payouts.kills} kills; ${counted(staff.actions)}`,
      `money     ${counted(this.#judged?.cases ?? new Map())}`,
      `faults    ${counted(faults.counts)}`,
      `line      ${counted(line.played)}`,
      `deposits  ${deposits.sent}; ${deposits.forged} forged; ${deposits.unannounced} whose postback was given up`,
      `events    ${counted(shop.eventCounts)}; ${shop.requests} webhook requests`,
      `log       ${counted(messages)}`,
      `CPU       ${cpuSeconds() ?? '?'} s`,
      ...(this.#judged ? [] : ['ended early: the final checks did not run']),
      verdict(histories.violations, this.#judged?.cases ?? null),
    ];
    this.print(lines.join('\n'));
  }
}
