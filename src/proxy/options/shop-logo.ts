import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import * as v from 'valibot';
import { formatValue } from '../base/format-value.js';
import { optionMessage } from '../base/option-message.js';

/** The logo of the shop: on another server, or a file that the proxy serves. */
export type ShopLogo = { readonly is: 'url'; readonly url: string } | LogoFile;

export interface LogoFile {
  readonly is: 'file';
  /** Such as `.png`. */
  readonly extension: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.webp', 'image/webp'],
  ['.svg', 'image/svg+xml'],
]);

/** Limited, because every page loads the logo. */
const MAX_BYTES = 200_000;
const REMEDY =
  'Pass the path of a .png, .jpg, .webp or .svg file, or the URL of an image that starts with https://';

/** @internal */
export const logoSchema = v.pipe(
  v.string(({ input }) => optionMessage(`is not a string (${formatValue(input)})`, REMEDY)),
  v.rawTransform(({ dataset, addIssue, NEVER }): ShopLogo => {
    const text = dataset.value;
    const fail = (problem: string, remedy = REMEDY) => {
      addIssue({ message: optionMessage(`${problem} (${formatValue(text)})`, remedy) });
      return NEVER;
    };
    if (/^https:\/\//i.test(text) && URL.canParse(text)) return { is: 'url', url: text };
    const extension = extname(text).toLowerCase();
    const type = TYPES.get(extension);
    if (type === undefined || /^\w+:\/\//.test(text)) return fail('is not an image');
    try {
      if (statSync(text).size > MAX_BYTES) return fail('is too large', `Use at most ${MAX_BYTES / 1000} kB`);
      return { is: 'file', extension, type, bytes: new Uint8Array(readFileSync(text)) };
    } catch {
      return fail('cannot be read', 'Check the path, which is relative to the working folder');
    }
  }),
);
