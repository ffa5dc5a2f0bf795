// The files of the elements: those of this version, which the build packs (`.config/build/elements-files.ts`), and those of other
// versions from the store. `http/elements-handlers.ts` serves them.
import type { ElementsFile } from './elements-file.js';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import { parseWeightedList } from '../base/weighted-list.js';
import { errorFields, type Logger } from '../base/log.js';
import { DAY_MS, HOUR_MS } from '../base/time.js';
import { removeBrowserFiles, saveBrowserFiles, type BrowserFile } from '../store/browser-files.js';
import type { StoreContext } from '../store/store.js';

export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** By size, smallest first. */
const ENCODINGS: readonly ContentEncoding[] = ['br', 'gzip', 'identity'];

const decompress = promisify(brotliDecompress);
const compress = promisify(gzip);

/**
 * Returns the encoding that a client prefers. Of several with the same weight, returns the smallest (RFC 9110 §12.5.3).
 * @param accepted the header `Accept-Encoding`; `null` if it is missing
 */
export function chooseEncoding(accepted: string | null): ContentEncoding {
  const weights = new Map(parseWeightedList((accepted ?? '').toLowerCase()));
  // `identity` is always acceptable unless it is excluded, but preferred only if it is named.
  const weight = (name: ContentEncoding) =>
    weights.get(name) ?? (name === 'identity' ? 0 : (weights.get('*') ?? 0));
  const best = ENCODINGS.reduce((one, other) => (weight(other) > weight(one) ? other : one));
  // A client that excludes every encoding still gets a response, as the RFC allows.
  return weight(best) > 0 ? best : 'identity';
}

/** A compressed text. Converts it to another encoding lazily. */
export class CompressedText {
  readonly #encoded = new Map<ContentEncoding, Promise<Uint8Array<ArrayBuffer>>>();

  /** @param brotli the text, compressed by brotli, in base64 */
  constructor(private readonly brotli: string) {}

  bytes(encoding: ContentEncoding): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const bytes = this.#encode(encoding);
    this.#encoded.set(encoding, bytes);
    return bytes;
  }

  async #encode(encoding: ContentEncoding): Promise<Uint8Array<ArrayBuffer>> {
    if (encoding === 'br') return Buffer.from(this.brotli, 'base64');
    if (encoding === 'gzip') return compress(await this.bytes('identity'), { level: 9 });
    return decompress(await this.bytes('br'));
  }
}

/** Time for which a page can load the files of its version after an upgrade. */
const BROWSER_FILES_MS = DAY_MS;

/**
 * Stores the files of this version at the start and every hour. Processes of another version serve them from the store to pages that
 * were opened before an upgrade. Deletes files that no process has stored for a day. Computes their age from the previous refresh if that
 * is earlier: a clock that jumps ahead once deletes nothing.
 */
export class ReleaseFiles {
  #savedMs: number | undefined;

  constructor(
    private readonly context: StoreContext,
    private readonly listFiles: () => Promise<readonly BrowserFile[]>,
  ) {}

  /** Stores the files if they are due. Never rejects: the next call retries after a failure. */
  async refreshDue(): Promise<void> {
    const { store, clock, logger } = this.context;
    const nowMs = clock.nowMs();
    const savedMs = this.#savedMs;
    if (savedMs !== undefined && Math.abs(nowMs - savedMs) < HOUR_MS) return;
    try {
      await saveBrowserFiles(store, await this.listFiles(), nowMs);
      if (savedMs !== undefined) await removeBrowserFiles(store, Math.min(nowMs, savedMs) - BROWSER_FILES_MS);
      this.#savedMs = nowMs;
    } catch (error) {
      logger.warn(errorFields(error), 'browser files not stored, retrying in a minute');
    }
  }
}

/** Loads the files of this version. @throws {Error} if the package was not built */
export type LoadElements = () => Promise<readonly ElementsFile[]>;

/** Imports the files of this version lazily: only processes that serve them keep them in memory. */
export const loadElements: LoadElements = async () => (await import('#elements-files')).files;

type OwnFile = Pick<ElementsFile, 'integrity'> & { readonly text: CompressedText };

/** The files of this version of the elements. */
export class OwnFiles {
  #loading: Promise<ReadonlyMap<string, OwnFile>> | undefined;

  constructor(
    private readonly load: LoadElements,
    private readonly logger: Logger,
  ) {}

  async findFile(name: string): Promise<OwnFile | undefined> {
    this.#loading ??= this.#read();
    return (await this.#loading).get(name);
  }

  /** Returns the files that processes of other versions may serve: all except the entries. Never rejects. */
  async shared(): Promise<readonly ElementsFile[]> {
    // The first request for a file logs the error.
    const files = await this.load().catch((): readonly ElementsFile[] => []);
    return files.filter(({ role }) => role !== 'entry');
  }

  async #read(): Promise<ReadonlyMap<string, OwnFile>> {
    try {
      const files = await this.load();
      return new Map(
        files.map(({ name, brotli, integrity }) => [name, { text: new CompressedText(brotli), integrity }]),
      );
    } catch (error) {
      const remedy = 'Run "npm run build", or install the package again.';
      this.logger.error({ ...errorFields(error), remedy }, 'browser files missing');
      return new Map();
    }
  }
}

/** More files than a release has. With all encodings, they take about 5 MB. */
const MAX_FILES = 150;

/** Caches recently loaded files of other versions, so that each is compressed once. A name contains a hash of the content. */
export class OtherFiles {
  /** In the order of last use, oldest first. */
  readonly #texts = new Map<string, CompressedText>();

  findFile(name: string): CompressedText | undefined {
    const text = this.#texts.get(name);
    if (text) this.#use(name, text);
    return text;
  }

  /** Adds a file. @param brotli the text, compressed by brotli, in base64 */
  addFile(name: string, brotli: string): CompressedText {
    // A concurrent request may have read the same file.
    const text = this.#texts.get(name) ?? new CompressedText(brotli);
    this.#use(name, text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > MAX_FILES && oldest !== undefined) this.#texts.delete(oldest);
    return text;
  }

  #use(name: string, text: CompressedText): void {
    this.#texts.delete(name);
    this.#texts.set(name, text);
  }
}
