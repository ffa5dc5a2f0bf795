import { CompressedText } from './content-encoding.js';

/** More than a release has. They take about 5 MB, with all encodings. */
const MAX_FILES = 150;

/** The files of other versions that pages loaded last, so that each is compressed once. A name contains a hash of the contents. */
export class OtherFiles {
  /** In the order of the last use, the oldest first. */
  readonly #texts = new Map<string, CompressedText>();

  find(name: string): CompressedText | undefined {
    const text = this.#texts.get(name);
    if (text) this.#use(name, text);
    return text;
  }

  /** @param brotli in base64 */
  keep(name: string, brotli: string): CompressedText {
    // Another request may have read the same file meanwhile.
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
