// What is stored of the stories of one browser: a picture of some, and the layout of others.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PNG } from 'pngjs';
import { cache, root } from '../../.config/bootstrap.mjs';
import type { View } from './camera.js';
import { compare, takeAtRest } from './compare.js';
import { differenceOf, readLayouts, writeLayouts } from './layout.js';
import { encodePng } from './png-encoder.js';
import { whyIncomparable, type TakenWith } from './taken-with.js';

export type BrowserName = 'chromium' | 'firefox' | 'webkit';

/** Ids of stories. */
export interface Kept {
  readonly pictures: readonly string[];
  readonly layouts: readonly string[];
}

interface Folders {
  /** What is stored, in a folder for each browser. */
  readonly stored: string;
  /** Where the pictures of a story that differs are written. */
  readonly differing: string;
}

const FOLDERS: Folders = { stored: join(root, 'test/pictures'), differing: join(cache, 'pictures') };

/** Of all browsers. Every clone of the project carries each version that was ever stored. */
const MOST_BYTES = 4_000_000;
const MOST_LINES = 8;

export class Album {
  /** Why nothing is compared here, as a suite reports it; empty if it is. */
  readonly note: string;
  readonly stories: readonly string[];
  readonly #folder: string;
  readonly #differing: string;
  readonly #record: string;
  readonly #layoutFile: string;
  readonly #layouts: Map<string, string>;

  constructor(
    readonly browser: BrowserName,
    readonly kept: Kept,
    readonly now: TakenWith,
    readonly folders: Folders = FOLDERS,
  ) {
    this.stories = [...kept.pictures, ...kept.layouts];
    this.#folder = join(folders.stored, browser);
    this.#differing = join(folders.differing, browser);
    this.#record = join(this.#folder, 'taken-with.json');
    this.#layoutFile = join(this.#folder, 'layouts.txt');
    this.#layouts = readLayouts(this.#layoutFile);
    const before = existsSync(this.#record)
      ? (JSON.parse(readFileSync(this.#record, 'utf8')) as TakenWith)
      : undefined;
    const reason = before ? whyIncomparable(before, now) : 'nothing tells what they were taken with';
    this.note = reason && `not checked: the pictures of ${browser}: ${reason}`;
    for (const folder of [this.#folder, this.#differing]) mkdirSync(folder, { recursive: true });
    for (const file of readdirSync(this.#differing)) rmSync(join(this.#differing, file));
  }

  /** Compares a story with what is stored of it. Returns what is wrong with it. */
  async check(id: string, view: View): Promise<readonly string[]> {
    const isPictured = this.kept.pictures.includes(id);
    const remedy = `npm run pictures -- --update ${id}`;
    if (isPictured ? !existsSync(this.#fileOf(id)) : !this.#layouts.has(id))
      return [`${this.browser} has no ${isPictured ? 'picture' : 'layout'} of ${id}. Take it: ${remedy}`];
    if (this.note) return [];
    const difference = await (isPictured ? this.#comparePicture(id, view) : this.#compareLayout(id, view));
    return difference ? [`${this.browser} draws ${id} otherwise: ${difference}. On purpose: ${remedy}`] : [];
  }

  async #comparePicture(id: string, { picture }: View): Promise<string> {
    const expected = readFileSync(this.#fileOf(id));
    if (!compare(expected, await picture())) return '';
    const actual = await takeAtRest(picture);
    const difference = compare(expected, actual);
    if (!difference) return '';
    const { pixels, pixelsInAll, drawing } = difference;
    for (const [name, file] of Object.entries({ expected, actual, difference: drawing }))
      writeFileSync(join(this.#differing, `${id}-${name}.png`), file);
    const seen = join(relative(root, this.#differing), `${id}-difference.png`);
    return `${pixels} of ${pixelsInAll} pixels (${seen})`;
  }

  async #compareLayout(id: string, { picture, layout }: View): Promise<string> {
    const expected = this.#layouts.get(id) ?? '';
    if ((await layout()) === expected) return '';
    writeFileSync(join(this.#differing, `${id}-actual.png`), await takeAtRest(picture));
    const lines = differenceOf(expected, await layout());
    if (lines.length === 0) return '';
    const others = lines.length > MOST_LINES ? [`… ${lines.length - MOST_LINES} more lines`] : [];
    return ['', ...lines.slice(0, MOST_LINES), ...others].join('\n     ');
  }

  /** Stores the picture or layout of a story, unless the stored one is like it. Returns whether it did. */
  async update(id: string, { picture, layout }: View): Promise<boolean> {
    const file = this.#fileOf(id);
    const now = await takeAtRest(picture);
    if (this.kept.pictures.includes(id)) {
      if (existsSync(file) && !compare(readFileSync(file), now)) return false;
      writeFileSync(file, encodePng(PNG.sync.read(now)));
      return true;
    }
    const text = await layout();
    if (this.#layouts.get(id) === text) return false;
    this.#layouts.set(id, text);
    writeLayouts(this.#layoutFile, this.#layouts);
    return true;
  }

  /** Pictures and layouts that no story has, and too many bytes. */
  problems(): readonly string[] {
    const { pictures, layouts } = this.#strays();
    const strays = [
      ...pictures.map((id) => `a picture of ${id}`),
      ...layouts.map((id) => `a layout of ${id}`),
    ];
    const problems = strays.map(
      (stray) =>
        `${this.browser} has ${stray}, which no story needs. Delete it: npm run pictures -- --update`,
    );
    const bytes = readdirSync(this.folders.stored, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:png|txt)$/.test(name))
      .reduce((sum, name) => sum + statSync(join(this.folders.stored, name)).size, 0);
    if (bytes > MOST_BYTES) problems.push(`The pictures have ${bytes} bytes, more than ${MOST_BYTES}.`);
    return problems;
  }

  /** After all stories were updated: deletes what no story has, and records what the rest was taken with. */
  finish(): void {
    const { pictures, layouts } = this.#strays();
    for (const id of pictures) rmSync(this.#fileOf(id));
    for (const id of layouts) this.#layouts.delete(id);
    if (layouts.length > 0) writeLayouts(this.#layoutFile, this.#layouts);
    writeFileSync(this.#record, `${JSON.stringify(this.now, null, 2)}\n`);
  }

  #strays(): Kept {
    const pictures = readdirSync(this.#folder)
      .filter((name) => name.endsWith('.png'))
      .map((name) => name.slice(0, -'.png'.length));
    return {
      pictures: pictures.filter((id) => !this.kept.pictures.includes(id)),
      layouts: [...this.#layouts.keys()].filter((id) => !this.kept.layouts.includes(id)),
    };
  }

  #fileOf(id: string): string {
    return join(this.#folder, `${id}.png`);
  }
}
