// The elements in Chromium: against a twin that was written by hand, and against bitcoin-connect's payment element.
import { createServer } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { root } from '../../../.config/bootstrap.mjs';
import { chromium as launch } from '../../browsers/driver/chromium.js';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { installConnect } from '../alternatives.js';
import { bundleWithConnect } from './bundle.js';
import { type Call, interactionLatencies, type Latency, PHONE } from './interaction-latency.js';
import { median, type PartOptions, type Report, type Target } from '../report.js';

const SUBJECTS = ['vanilla', 'ours', 'connect'] as const;
type Subject = (typeof SUBJECTS)[number];
type Measure = 'painted' | 'change' | 'turn' | 'tick' | 'loaded' | 'files';
type Taken = Readonly<Record<Subject, Readonly<Record<Measure, number[]>>>>;
const PAGE = '<!doctype html><meta charset="utf-8"><title>bench</title><main></main>';
const CHANGES = 500;
const TURNS = 100;
const COUNTDOWNS = 500;
const TICKS = 20;
const FLOW = ['choosing', 'creating', 'awaiting', 'detected', 'partial', 'paid'];

const bundle = (folder: string) =>
  bundleWithConnect(
    [...SUBJECTS, 'page'].map((name) => join(root, `test/bench/screen/${name}.js`)),
    folder,
  );

async function serve(folder: string) {
  const server = createServer((request, response) => {
    const file = join(folder, new URL(request.url ?? '/', 'http://localhost').pathname);
    if (!file.endsWith('.js'))
      return void response.writeHead(200, { 'content-type': 'text/html', ...ISOLATED }).end(PAGE);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const call: Call = (page, name, ...args) =>
  page.evaluate(
    async ({ module, fn, rest }) =>
      ((await import(module)) as Readonly<Record<string, (...given: readonly unknown[]) => unknown>>)[fn]?.(
        ...rest,
      ),
    { module: '/page.js', fn: name, rest: args },
  );

async function open(browser: Browser, address: string, subject: Subject, options = {}) {
  const page = await browser.newPage(options);
  await page.goto(address);
  const times = (await call(page, 'paint', `/${subject}.js`)) as { readonly painted: number };
  return { page, times };
}

/** Where no other origin shares the process, the clock of a page has steps of 5 µs, and of 100 µs elsewhere. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

const noFigures = (): Record<Measure, number[]> => ({
  ...{ painted: [], change: [], turn: [], tick: [], loaded: [], files: [] },
});

async function rounds(browser: Browser, address: string, count: number): Promise<Taken> {
  const taken = { vanilla: noFigures(), ours: noFigures(), connect: noFigures() };
  // The first page of a browser is slower than all that follow.
  for (let round = -1; round < count; round += 1) {
    for (let index = 0; index < SUBJECTS.length; index += 1) {
      const name = SUBJECTS[(index + round + SUBJECTS.length) % SUBJECTS.length] ?? 'ours';
      const { page, times } = await open(browser, address, name);
      const { bytes, files } = await loadedBytes(page);
      const turn = Number(await call(page, 'changes', TURNS, 'turn'));
      await call(page, 'changes', CHANGES);
      const change = Number(await call(page, 'changes', CHANGES));
      await page.close();
      const tick = name === 'connect' ? NaN : await tickUs(browser, address, name);
      if (round < 0) continue;
      taken[name].painted.push(times.painted);
      taken[name].change.push(change);
      taken[name].tick.push(tick);
      taken[name].loaded.push(bytes / 1000);
      taken[name].files.push(files);
      taken[name].turn.push(turn);
    }
  }
  return taken;
}

/** The files that the page has loaded by now, with compressed sizes. */
async function loadedBytes(page: Page) {
  const scripts = await page.evaluate(async () => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name);
    const own = [...new Set(names)].filter((name) => name.endsWith('.js') && !name.endsWith('/page.js'));
    return Promise.all(own.map(async (name) => (await fetch(name)).text()));
  });
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0);
  return { bytes, files: scripts.length };
}

/** Microseconds in scripts for one tick of many countdowns, on a clock that the page moves. */
async function tickUs(browser: Browser, address: string, name: Subject): Promise<number> {
  const page = await browser.newPage();
  await page.goto(address);
  await call(page, 'countdowns', `/${name}.js`, COUNTDOWNS);
  const took = Number(await call(page, 'ticks', TICKS));
  await page.close();
  return took;
}

async function heapBytes(cdp: CDPSession): Promise<number> {
  for (let times = 0; times < 3; times += 1) await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
}

/**
 * Bytes that stay from `work`: the least of three times. A leak repeats each time; code that the engine compiles after
 * several calls is not a leak, and is compiled at no foreseeable time.
 */
async function growth(page: Page, work: () => Promise<unknown>): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await work();
  const used = [await heapBytes(cdp)];
  for (let times = 0; times < 3; times += 1) {
    await work();
    used.push(await heapBytes(cdp));
  }
  return Math.min(...used.slice(1).map((bytes, index) => bytes - (used[index] ?? NaN)));
}

/** Counts instead of times. */
async function counts(browser: Browser, address: string) {
  const { page } = await open(browser, address, 'ours');
  const mutations = Number(await call(page, 'mutationsOf', 10));
  const changeGrowth = await growth(page, () => call(page, 'changes', 10_000));
  const mountGrowth = await growth(page, () => call(page, 'mounts', 2000));
  await page.close();
  const ticking = await browser.newPage();
  await ticking.goto(address);
  await call(ticking, 'countdowns', '/ours.js', COUNTDOWNS);
  const tickGrowth = await growth(ticking, () => call(ticking, 'ticks', 10_000 / COUNTDOWNS));
  await ticking.close();
  const flow = await open(browser, address, 'ours');
  const shift = Number(await call(flow.page, 'flow', FLOW));
  await flow.page.close();
  const pressed = await open(browser, address, 'ours', PHONE);
  const pressMs = await interactionLatencies(pressed.page, call);
  await pressed.page.close();
  return { mutations, heapGrowth: changeGrowth + tickGrowth, mountGrowth, shift, pressMs };
}

export async function screen({ rounds: count, progress, folder }: PartOptions): Promise<Report> {
  progress('installing bitcoin-connect and bundling');
  await installConnect();
  const place = join(folder, 'screen');
  await bundle(place);
  const server = await serve(place);
  const browser = await chromium.launch(launch);
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    progress('painting, changing, ticking');
    const taken = await rounds(browser, address, count);
    progress('counting');
    return report(taken, await counts(browser, address));
  } finally {
    await browser.close();
    server.close();
  }
}

const figure = (value: number) => (Number.isNaN(value) ? '–' : value.toPrecision(3));

function report(
  taken: Taken,
  { mutations, heapGrowth, mountGrowth, shift, pressMs }: Awaited<ReturnType<typeof counts>>,
): Report {
  const slowest: Latency = pressMs[0] ?? { name: 'none', ms: NaN };
  // In rounds: a slow moment of the machine affects both.
  const times = (other: Subject, what: Measure) =>
    median(taken.ours[what].map((value, round) => value / (taken[other][what][round] ?? NaN)));
  const row = (name: string, what: Measure) => [
    name,
    ...SUBJECTS.map((subject) => figure(median(taken[subject][what]))),
    ...(['vanilla', 'connect'] as const).map((other) => figure(times(other, what))),
  ];
  const target = (name: string, value: number, most: number, unit = ''): Target => ({
    ...{ name, holds: value <= most, found: `${figure(value)}${unit}` },
  });
  return {
    tables: [
      {
        title: 'The payment screen',
        columns: ['', 'by hand', 'ours', 'bitcoin-connect', '× by hand', '× bitcoin-connect'],
        rows: [
          row('import to painted, ms', 'painted'),
          row('loaded until then, kB gzip', 'loaded'),
          row('in so many files', 'files'),
          row('one status change, µs', 'change'),
          row('awaiting to detected or back, µs', 'turn'),
          row(`tick of ${COUNTDOWNS} countdowns, script µs`, 'tick'),
        ],
        notes: [
          'Medians, also of the ratios round by round; each in a page of its own. Only the ratios mean something.',
          'A status change: detected to processing and back; by hand and ours the same picture, in new nodes.',
          'bitcoin-connect: its one change, to paid. Awaiting to detected: another view.',
        ],
      },
      {
        title: 'From a press to the next picture, on a processor six times as slow',
        columns: ['', 'ms'],
        rows: pressMs.map(({ name, ms }) => [name, ms === 0 ? '< 16' : figure(ms)]),
        notes: ['The slowest event of each; a busy machine makes it slower.'],
      },
    ],
    figures: {
      'painted, × by hand': times('vanilla', 'painted'),
      'painted, × bitcoin-connect': times('connect', 'painted'),
      'change, × by hand': times('vanilla', 'change'),
      'tick, × by hand': times('vanilla', 'tick'),
      'heap growth over 10,000 changes and 10,000 ticks, kB': heapGrowth / 1000,
      'slowest press to next paint, ms': slowest.ms,
    },
    targets: [
      target('loaded until painted ≤ 1/6 of bitcoin-connect', times('connect', 'loaded'), 1 / 6),
      target('import to painted ≤ 1.25 × by hand', times('vanilla', 'painted'), 1.25),
      target('import to painted ≤ 0.35 × bitcoin-connect', times('connect', 'painted'), 0.35),
      target('one status change ≤ 2.5 × by hand', times('vanilla', 'change'), 2.5),
      target(`tick of ${COUNTDOWNS} ≤ 1.5 × by hand`, times('vanilla', 'tick'), 1.5),
      target('an equal answer changes nothing in the page', mutations, 0, ' changes'),
      target('heap growth over 10,000 changes and 10,000 ticks ≤ 64 kB', heapGrowth / 1000, 64, ' kB'),
      target('heap growth over 2,000 mounts ≤ 64 kB', mountGrowth / 1000, 64, ' kB'),
      target('no layout shift over the flow', shift, 0),
      target(`press to next paint ≤ 100 ms, 6 × slower: ${slowest.name}`, slowest.ms, 100, ' ms'),
    ],
  };
}
