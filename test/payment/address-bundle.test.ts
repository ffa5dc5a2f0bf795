import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Every module with bytes in a bundle of this entry. */
async function modulesBehind(entry: string): Promise<readonly string[]> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: { write: false, lib: { entry: pathOf(entry), formats: ['es'], fileName: 'bundle' } },
  });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  return outputs
    .flatMap(({ output }) => output)
    .flatMap((part) => (part.type === 'chunk' ? Object.entries(part.modules) : []))
    .filter(([, { renderedLength }]) => renderedLength > 0)
    .map(([id]) => id);
}

const isAddressCheck = (id: string) => /@noble|@scure|payment\/addresses\//.test(id);

// Built together, the entries share one chunk with all that payment/index.ts exports: re-exported there, the
// check would be loaded with every element.
const BROWSER_ENTRIES = ['src/index.ts', 'src/define/all.ts', 'src/payment/index.ts'];

test('browsers load nothing of the address check', async () => {
  for (const entry of BROWSER_ENTRIES) {
    const modules = await modulesBehind(entry);
    assert.ok(modules.length > 0, entry);
    assert.deepEqual(modules.filter(isAddressCheck), [], entry);
  }
});

test('the check on its own does carry its libraries: the test above looks for the right thing', async () => {
  const modules = await modulesBehind('src/payment/addresses/index.ts');
  for (const name of ['@noble/hashes', '@scure/base', 'payment/addresses/ton']) {
    assert.ok(
      modules.some((id) => id.includes(name)),
      name,
    );
  }
});
