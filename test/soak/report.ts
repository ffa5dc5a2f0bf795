import { readFile, readdir } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Broken, Law } from './invariants.js';
import { LAWS } from './invariants.js';
import type { ServiceProcess } from './sandbox.js';
import type { Stories, Story } from './order-history.js';

/** Seconds of all processes of the run, as far as they have ended; `null` where the system does not tell. */
export function cpuSeconds(): number | null {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    const ticks = fields.slice(11, 15).reduce((sum, text) => sum + Number(text), 0);
    return Math.round(ticks / 100);
  } catch {
    return null;
  }
}

export function counted(counts: ReadonlyMap<string, number>): string {
  const entries = [...counts].toSorted(([, a], [, b]) => b - a);
  return entries.map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
}

/**
 * A line for each law, and the count of the project's runners.
 * @param isWhole the end was judged too: without it a law that is not broken has held as far as it was seen
 */
export function verdict(broken: readonly Broken[], isWhole: boolean): string {
  const failed = new Set<Law>(broken.map(({ law }) => law));
  const lines = Object.entries(LAWS).map(([law, text]) => {
    const times = broken.filter((one) => one.law === law).length;
    if (times > 0) return `  BROKEN  ${text} (${times} times)`;
    return `  ${isWhole ? 'holds ' : 'so far'}  ${text}`;
  });
  const all = Object.keys(LAWS).length;
  return `${lines.join('\n')}\n${all - failed.size} passed, ${failed.size} failed`;
}

const MOST_STORIES = 3;

/** What has happened to the orders for which a law was broken. */
export async function stories(
  { broken, byOrder }: Stories,
  service: ServiceProcess,
  folder: string,
): Promise<string> {
  const orders = [...new Set(broken.flatMap(({ order }) => order ?? []))];
  const told = await Promise.all(
    orders.slice(0, MOST_STORIES).map(async (order) => {
      const story = byOrder.get(order);
      return story ? storyOf(story, service, folder) : '';
    }),
  );
  const lines = broken.slice(0, 40).map(({ law, order, what }) => `BROKEN (${law}) ${order ?? ''} ${what}`);
  const more = orders.length > MOST_STORIES ? [`… and ${orders.length - MOST_STORIES} orders more`] : [];
  return [...lines, ...told, ...more].join('\n');
}

async function storyOf(story: Story, service: ServiceProcess, folder: string): Promise<string> {
  const ids = [...story.shown.keys()];
  const histories = await Promise.all(
    ids.map((id) => service.history(id).then(({ ...answer }) => JSON.stringify(answer), String)),
  );
  const names = [story.order, story.checkoutId, ...ids].flatMap((name) => name ?? []);
  const said = await logLines(folder, names);
  return [
    `\nThe story of ${story.order}, checkout ${story.checkoutId}`,
    ...story.lines,
    ...histories.map((text) => `  service  ${text}`),
    ...said.map((text) => `  proxy    ${text}`),
  ].join('\n');
}

async function logLines(folder: string, names: readonly string[]): Promise<readonly string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  // `A-4` is not meant by `A-48`.
  const isAbout = (line: string) => names.some((name) => line.split(/[^\w.-]+/).includes(name));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return texts
    .flatMap((text) => text.split('\n'))
    .filter(isAbout)
    .toSorted();
}
