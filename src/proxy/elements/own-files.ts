// The files of the elements in this process. The build packs them (`.config/build/elements-files.ts`), `release-files.ts`
// stores them for other versions, and `http/elements-routes.ts` serves them.
import { errorFields, type Logger } from '../base/log.js';
import { CompressedText } from './content-encoding.js';
import type { ElementsFile } from './elements-file.js';

/** @throws {Error} if the package was not built */
export type LoadElements = () => Promise<readonly ElementsFile[]>;

/** Imports the files of this version lazily, so that they are in memory only in processes that serve them. */
export const loadElements: LoadElements = async () => (await import('#elements-files')).files;

type OwnFile = Pick<ElementsFile, 'integrity'> & { readonly text: CompressedText };

/** The files of this version of the elements. They need no store. */
export class OwnFiles {
  #loading: Promise<ReadonlyMap<string, OwnFile>> | undefined;

  constructor(
    private readonly load: LoadElements,
    private readonly logger: Logger,
  ) {}

  async find(name: string): Promise<OwnFile | undefined> {
    this.#loading ??= this.#read();
    return (await this.#loading).get(name);
  }

  /** Lists the files that other processes may have to serve: all except the entries. Never rejects. */
  async shared(): Promise<readonly ElementsFile[]> {
    // The first request logs the error.
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
