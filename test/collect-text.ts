import type { Readable } from 'node:stream';

/** Reads the streams of a child process, as text. @returns all that they have printed so far */
export function collectText(...streams: readonly (Readable | null)[]): () => string {
  let text = '';
  for (const stream of streams) stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return () => text;
}
