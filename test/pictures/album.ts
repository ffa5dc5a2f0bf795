// The stored pictures of one browser: one of each of its stories.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cache, root } from '../../.config/bootstrap.mjs';
import { compare, takeAtRest } from './compare.js';
import { whyIncomparable, type TakenWith } from './taken-with.js';

export type BrowserName = 'chromium' | 'firefox' | 'webkit';

interface Folders {
  /** The stored pictures, in a folder for each browser. */
  readonly stored: string;
  /** Where the pictures of a story that differs are written. */
  readonly differing: string;
}

const FOLDERS: Folders = { stored: join(root, 'test/pictures'), differing: join(cache, 'pictures') };

/** Of all browsers. Every clone of the project carries each version that was ever stored. */
const MOST_BYTES = 21_200_000;

type Take = () => Promise<Buffer>;

export class Album {
  /** Why nothing is compared here, as a suite reports it; empty if it is. */
  readonly note: string;
  readonly #folder: string;
  readonly #differing: string;
  readonly #record: string;

  constructor(
    readonly browser: BrowserName,
    readonly stories: readonly string[],
    readonly now: TakenWith,
    readonly folders: Folders = FOLDERS,
  ) {
    this.#folder = join(folders.stored, browser);
    this.#differing = join(folders.differing, browser);
    this.#record = join(this.#folder, 'taken-with.json');
    const before = existsSync(this.#record)
      ? (JSON.parse(readFileSync(this.#record, 'utf8')) as TakenWith)
      : undefined;
    const reason = before ? whyIncomparable(before, now) : 'nothing tells what they were taken with';
    this.note = reason && `not checked: the pictures of ${browser}: ${reason}`;
    for (const folder of [this.#folder, this.#differing]) mkdirSync(folder, { recursive: true });
    for (const file of readdirSync(this.#differing)) rmSync(join(this.#differing, file));
  }

  /** Compares a story with its picture. Returns what is wrong with it. */
  async check(id: string, take: Take): Promise<readonly string[]> {
    const file = this.#fileOf(id);
    const remedy = `npm run pictures -- --update ${id}`;
    if (!existsSync(file)) return [`${this.browser} has no picture of ${id}. Take it: ${remedy}`];
    if (this.note) return [];
    const expected = readFileSync(file);
    if (!compare(expected, await take())) return [];
    const actual = await takeAtRest(take);
    const difference = compare(expected, actual);
    if (!difference) return [];
    const { pixels, pixelsInAll, drawing } = difference;
    for (const [name, picture] of Object.entries({ expected, actual, difference: drawing }))
      writeFileSync(join(this.#differing, `${id}-${name}.png`), picture);
    const seen = join(relative(root, this.#differing), `${id}-difference.png`);
    return [
      `${this.browser} draws ${id} otherwise: ${pixels} of ${pixelsInAll} pixels (${seen}). On purpose: ${remedy}`,
    ];
  }

  /** Stores the picture of a story, unless the stored one is like it. Returns whether it did. */
  async update(id: string, take: Take): Promise<boolean> {
    const file = this.#fileOf(id);
    const picture = await takeAtRest(take);
    if (existsSync(file) && !compare(readFileSync(file), picture)) return false;
    writeFileSync(file, picture);
    return true;
  }

  /** Pictures without a story, and too many bytes. */
  problems(): readonly string[] {
    const strays = this.#strays().map(
      (id) =>
        `${this.browser} has a picture of ${id}, which is no story. Delete it: npm run pictures -- --update`,
    );
    const bytes = readdirSync(this.folders.stored, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.png'))
      .reduce((sum, name) => sum + statSync(join(this.folders.stored, name)).size, 0);
    return bytes > MOST_BYTES
      ? [...strays, `The pictures have ${bytes} bytes, more than ${MOST_BYTES}.`]
      : strays;
  }

  /** After all of them were taken: deletes those without a story, and records what the others were taken with. */
  finish(): void {
    for (const id of this.#strays()) rmSync(this.#fileOf(id));
    writeFileSync(this.#record, `${JSON.stringify(this.now, null, 2)}\n`);
  }

  #strays(): readonly string[] {
    return readdirSync(this.#folder)
      .filter((name) => name.endsWith('.png'))
      .map((name) => name.slice(0, -'.png'.length))
      .filter((id) => !this.stories.includes(id));
  }

  #fileOf(id: string): string {
    return join(this.#folder, `${id}.png`);
  }
}
