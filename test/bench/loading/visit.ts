// One visit to a page, with the network and the processor of a profile: the times at which the payer saw something, and the costs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, CDPSession } from 'playwright-core';
import { root } from '../../../.config/bootstrap.mjs';

const PROBE = readFileSync(join(root, 'test/bench/loading/probe.js'), 'utf8');
const PATIENCE_MS = 60_000;

export interface Profile {
  readonly latencyMs: number;
  /** Megabits per second; 0 for no limit. */
  readonly megabits: number;
  /** How many times the processor is slower. */
  readonly slowdown: number;
  /** Whether to trace the work of the browser, which slows it down. */
  readonly isTraced?: boolean;
}

/** Each with the frame that shows it. `usable`: the first press on a coin that is answered; `answered`: its answer. */
export type Mark = 'content' | 'seen' | 'drawn' | 'usable' | 'answered' | 'code';
type ByMark = Partial<Record<Mark, number>>;

export interface Visit {
  /** In milliseconds since the navigation began. */
  readonly ms: Readonly<ByMark>;
  /** Requests until then that could not start before another one was answered; the page is the first. */
  readonly rounds: Readonly<ByMark>;
  /** Paths in the order of their requests, until the last mark. An event stream is left out: nothing waits for it. */
  readonly requests: readonly string[];
  /** Bytes of these as they were sent, with headers. */
  readonly bytes: number;
  readonly shift: number;
  /** Passes in which styles were calculated until the last drawing, by the browser's trace; `NaN` without a trace. */
  readonly recalculations: number;
}

/** @param last the mark that ends the visit; for `answered`, a coin is pressed as soon as it is visible */
export async function visitIn(
  context: BrowserContext,
  url: string,
  { latencyMs, megabits, slowdown, isTraced = false }: Profile,
  last: Mark,
): Promise<Visit> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: latencyMs, uploadThroughput: -1 },
    downloadThroughput: megabits === 0 ? -1 : (megabits * 1e6) / 8,
  });
  await cdp.send('Runtime.enable');
  await cdp.send('Runtime.addBinding', { name: 'reportToBench' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(`globalThis.benchOptions = ${JSON.stringify({ last })};\n${PROBE}`);
  const passes = isTraced ? await countPasses(cdp) : () => Promise.resolve(NaN);
  const [visit] = await Promise.all([record(cdp, last, passes), page.goto(url, { waitUntil: 'commit' })]);
  await page.close();
  return visit;
}

function record(cdp: CDPSession, last: Mark, passes: () => Promise<number>): Promise<Visit> {
  const ms: ByMark = {};
  const rounds: ByMark = {};
  /** Bytes are `null` while it is in progress. */
  const sent = new Map<string, { path: string; round: number; bytes: number | null }>();
  let round = 0;
  let sentBeforePress: number | undefined;
  let shift: number | undefined;
  let recalculations = Promise.resolve(NaN);
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`no "${last}" within ${PATIENCE_MS} ms: ${JSON.stringify(ms)}`));
    const timer = setTimeout(giveUp, PATIENCE_MS);
    const endIfComplete = () => {
      // Requests that follow from a press are not those that it waited for.
      const waited = [...sent.values()].slice(0, sentBeforePress);
      if (shift === undefined || waited.some(({ bytes }) => bytes === null)) return;
      clearTimeout(timer);
      const requests = waited.map(({ path }) => path);
      const bytes = waited.reduce((sum, request) => sum + (request.bytes ?? 0), 0);
      const known = { ms, rounds, requests, bytes, shift };
      void recalculations.then((count) => resolve({ ...known, recalculations: count }));
    };
    const onEnd = (id: string, bytes: number) => {
      const request = sent.get(id);
      if (request) request.bytes = bytes;
      endIfComplete();
    };
    cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      if (type === 'EventSource' || request.url.startsWith('data:') || last in ms) return;
      sent.set(requestId, { path: new URL(request.url).pathname, round: round + 1, bytes: null });
    });
    cdp.on('Network.responseReceived', ({ requestId }) => {
      round = Math.max(round, sent.get(requestId)?.round ?? 0);
    });
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      onEnd(requestId, encodedDataLength),
    );
    cdp.on('Network.loadingFailed', ({ requestId }) => onEnd(requestId, 0));
    cdp.on('Runtime.bindingCalled', ({ payload }) => {
      const measurement = JSON.parse(payload) as {
        readonly name: Mark | 'press' | 'shift';
        readonly value: number;
      };
      if (measurement.name === 'press') sentBeforePress = sent.size;
      else if (measurement.name === 'shift') shift = measurement.value;
      else [ms[measurement.name], rounds[measurement.name]] = [measurement.value, round];
      if (measurement.name === 'drawn' || measurement.name === 'code') recalculations = passes();
      endIfComplete();
    });
  });
}

/** Starts a trace. @returns a function that ends it, and returns the number of passes in which styles were calculated */
async function countPasses(cdp: CDPSession): Promise<() => Promise<number>> {
  let count = 0;
  cdp.on('Tracing.dataCollected', ({ value }) => {
    count += value.filter((event) => 'name' in event && event['name'] === 'UpdateLayoutTree').length;
  });
  const traceConfig = { includedCategories: ['devtools.timeline'] };
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  return async () => {
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
    await cdp.send('Tracing.end');
    await complete;
    return count;
  };
}
