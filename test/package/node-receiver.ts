import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileOf } from './docs-text.js';
import type { Sample } from './receiver.js';

/** A receiver in Node, from its files, of which the first is its program. `fulfill.js` is added. */
export function nodeReceiver(name: string, files: Readonly<Record<string, string>>): Sample {
  const [main = ''] = Object.keys(files);
  return {
    name,
    install: (folder) => {
      for (const [file, text] of Object.entries({ 'fulfill.js': fileOf('fulfill.js'), ...files }))
        writeFileSync(join(folder, file), text);
    },
    command: () => [process.execPath, main],
    extraMb: 64,
  };
}
