import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Every module with bytes that a page has to load before this entry runs: not what is imported later. */
async function modulesBehind(entry: string): Promise<readonly string[]> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: { write: false, lib: { entry: pathOf(entry), formats: ['es'], fileName: 'bundle' } },
  });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const chunks = outputs.flatMap(({ output }) => output).filter((part) => part.type === 'chunk');
  const atOnce = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { imports } of atOnce)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) atOnce.add(chunk);
  return [...atOnce]
    .flatMap(({ modules }) => Object.entries(modules))
    .filter(([, { renderedLength }]) => renderedLength > 0)
    .map(([id]) => id);
}

const isAddressCheck = (id: string) => /@noble|@scure|payment\/addresses\//.test(id);

// The panel draws the address and has the check in it; the other elements load it when an address is near.
const BROWSER_ENTRIES = [
  'src/define/crypto-checkout.ts',
  'src/define/crypto-checkout-button.ts',
  'src/define/crypto-deposit.ts',
  'src/define/crypto-currency-picker.ts',
  'src/payment/index.ts',
];

test('browsers load nothing of the address check before a coin can be chosen', async () => {
  for (const entry of BROWSER_ENTRIES) {
    const modules = await modulesBehind(entry);
    assert.ok(modules.length > 0, entry);
    assert.deepEqual(modules.filter(isAddressCheck), [], entry);
  }
});

test('the panel includes the check: no address is displayed without it', async () => {
  const modules = await modulesBehind('src/define/crypto-payment-panel.ts');
  assert.ok(modules.some(isAddressCheck));
});

test('the check alone does include its libraries: the test above searches for the right ones', async () => {
  const modules = await modulesBehind('src/payment/addresses/index.ts');
  for (const name of ['@noble/hashes', '@scure/base', 'payment/addresses/ton']) {
    assert.ok(
      modules.some((id) => id.includes(name)),
      name,
    );
  }
});
