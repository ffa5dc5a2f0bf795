import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import { parseWeightedList } from '../base/weighted-list.js';

export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** In order of size, the smallest first. */
const ENCODINGS: readonly ContentEncoding[] = ['br', 'gzip', 'identity'];

const decompress = promisify(brotliDecompress);
const compress = promisify(gzip);

/**
 * Returns the encoding that a client prefers; of equally good ones, the smallest (RFC 9110 §12.5.3).
 * @param accepted the header `Accept-Encoding`; `null` if there is none
 */
export function chooseEncoding(accepted: string | null): ContentEncoding {
  const weights = new Map(parseWeightedList((accepted ?? '').toLowerCase()));
  // Unlike the others, `identity` is acceptable unless it is excluded, but not preferred unless it is named.
  const weight = (name: ContentEncoding) =>
    weights.get(name) ?? (name === 'identity' ? 0 : (weights.get('*') ?? 0));
  const best = ENCODINGS.reduce((one, other) => (weight(other) > weight(one) ? other : one));
  // A client that excludes every encoding still gets a response, as the RFC allows.
  return weight(best) > 0 ? best : 'identity';
}

/** A text in compressed form. Converts it to another encoding when a client first needs it. */
export class CompressedText {
  readonly #encoded = new Map<ContentEncoding, Promise<Uint8Array<ArrayBuffer>>>();

  /** @param brotli in base64 */
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
