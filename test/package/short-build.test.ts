// What the build writes shorter than its sources says and draws the same.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { chunksOf } from '../../.config/loading.mjs';
import { drawQrCode } from '../../src/adapters/qr-code.js';
import type { QrDrawing } from '../../src/adapters/qr-code.js';
import { everyCatalog, sentencesOf } from '../i18n/catalogs.js';
import { root } from './readme-text.js';

/** Every sentence, told the same things. */
function saidBy(messages: object): readonly (readonly [way: string, text: string])[] {
  return [...sentencesOf(messages)].map(([way, sentence]) => [
    way,
    typeof sentence === 'string' ? sentence : sentence(3, 7, 21),
  ]);
}

describe('the build', () => {
  it('keeps every word of every language, in its place', async () => {
    for (const [tag, messages] of await everyCatalog()) {
      const file = pathToFileURL(join(root, `dist/locales/${tag}.js`)).href;
      const built = Object.values((await import(file)) as Readonly<Record<string, object>>);
      assert.equal(built.length, 1, tag);
      assert.deepEqual(saidBy(built[0] ?? {}).toSorted(), saidBy(messages).toSorted(), tag);
    }
  });

  it('draws the codes of qrcode itself', async () => {
    const [encoder] = await chunksOf('src/adapters/qr-code.ts');
    const source = Buffer.from(encoder?.code ?? '').toString('base64');
    const built = (await import(`data:text/javascript;base64,${source}`)) as {
      readonly drawQrCode: (text: string) => QrDrawing;
    };
    const anyText = fc.oneof(
      fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme' }),
      fc.stringMatching(/^[0-9A-Z $%*+./:-]{1,300}$/),
      fc.stringMatching(/^[a-z]{3,9}:[0-9A-Za-z]{20,60}\?amount=[0-9]{1,9}\.[0-9]{1,9}$/),
    );
    fc.assert(
      fc.property(anyText, (text) => assert.deepEqual(built.drawQrCode(text), drawQrCode(text))),
      { numRuns: 150 },
    );
  });
});
