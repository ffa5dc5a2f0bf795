// The second readings of the messages that could cost a payer money: see readings/README.md.
//   node .config/bootstrap.mjs test/i18n/readings.ts [tag …]     prints the messages that are to be read
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../.config/bootstrap.mjs';

export const ENTRIES = ['payer', 'wallets', 'refunds', 'payment-page', 'staff'] as const;

export interface Message {
  /** `payer.networkWarning` */
  readonly key: string;
  readonly text: string;
  /** Whether a second reader must have read it in each language. */
  readonly isWarning: boolean;
}

/** A line of `readings/<tag>.tsv`. */
export interface Reading {
  readonly key: string;
  /** Of the English text and the translation: a reading is of both. */
  readonly hash: string;
  readonly reader: string;
  readonly back: string;
}

function entryOf(tag: string, entry: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(root, 'src/locales', tag, `${entry}.json`), 'utf8')) as never;
}

/** Returns the messages of a language in all entries. Only English ones know whether they are warnings. */
export function messagesIn(tag: string): readonly Message[] {
  return ENTRIES.flatMap((entry) => {
    const content = entryOf(tag, entry);
    return Object.keys(content)
      .filter((key) => !key.startsWith('@'))
      .map((key) => ({
        key: `${entry}.${key}`,
        text: String(content[key]),
        isWarning:
          (content[`@${key}`] as { readonly 'x-warning'?: boolean } | undefined)?.['x-warning'] === true,
      }));
  });
}

export const languages = Object.keys(
  JSON.parse(readFileSync(join(root, 'src/locales/languages.json'), 'utf8')) as object,
);

export const hashOf = (english: string, text: string): string =>
  createHash('sha256').update(`${english}\n${text}`).digest('hex').slice(0, 8);

export function readingsIn(tag: string): readonly Reading[] {
  const path = join(root, 'test/i18n/readings', `${tag}.tsv`);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [key = '', hash = '', reader = '', back = ''] = line.split('\t');
    return { key, hash, reader, back };
  });
}

/** Returns the warnings that have no reading, or whose English or translation has changed since. */
export function dueIn(
  tag: string,
): readonly (Message & { readonly english: string; readonly hash: string })[] {
  const readings = new Set(readingsIn(tag).map(({ key, hash }) => `${key} ${hash}`));
  const texts = new Map(messagesIn(tag).map((message) => [message.key, message.text]));
  return messagesIn('en')
    .filter(({ isWarning }) => isWarning)
    .map((message) => {
      const text = texts.get(message.key) ?? '';
      return { ...message, text, english: message.text, hash: hashOf(message.text, text) };
    })
    .filter(({ key, hash }) => !readings.has(`${key} ${hash}`));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , ...chosen] = process.argv;
  for (const tag of chosen.length > 0 ? chosen : languages)
    for (const { key, hash, text } of dueIn(tag)) console.log([tag, key, hash, text].join('\t'));
}
