import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const pathOf = (path: string) => fileURLToPath(new URL(`../../src/wallets/${path}`, import.meta.url));

interface Chunk {
  readonly name: string;
  readonly code: string;
}

/** What a page loads of a module, without what is paid with, which the payment screen has loaded before. */
async function chunksOf(entry: string, external: RegExp = /\/payment\//): Promise<readonly Chunk[]> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: {
      ...{ write: false, minify: true, target: 'es2022' },
      lib: { entry: pathOf(entry), formats: ['es'], fileName: 'bundle' },
      rolldownOptions: { external, output: { minify: true } },
    },
  });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  return outputs
    .flatMap(({ output }) => output)
    .filter((part) => part.type === 'chunk')
    .map(({ name, code }) => ({ name, code }));
}

/** Whatever else a wallet could be asked for: each gives away more than one transfer. */
const FORBIDDEN = [
  ...['eth_sign', 'personal_sign', 'eth_signTypedData(?:_v\\d)?', 'eth_signTransaction', 'wallet_sendCalls'],
  ...['approve', 'permit', 'increaseAllowance', 'setApprovalForAll', 'transferFrom'],
  ...['signMessage', 'signMessageV2', 'multiSign', 'signPsbt', 'signPsbts', 'pushPsbt', 'pushTx'],
  ...[
    'ton_proof',
    'signData',
    'signTransaction',
    'solana:signMessage',
    'solana:signTransaction',
    'solana:signIn',
  ],
];

/** The selectors of `approve`, `increaseAllowance`, `permit`, `setApprovalForAll`, `transferFrom`. */
const FORBIDDEN_CALLS = ['095ea7b3', '39509351', 'd505accf', 'a22cb465', '23b872dd'];

describe('the code that talks to wallets', () => {
  it('can ask for no approval, no message and no permit', async () => {
    const chunks = [
      ...(await chunksOf('request-transfer.ts', /^$/)),
      ...(await chunksOf('discovery.ts', /^$/)),
    ];
    const code = chunks.map((chunk) => chunk.code).join('\n');
    assert.match(code, /\beth_sendTransaction\b/);
    for (const method of FORBIDDEN)
      assert.doesNotMatch(code, new RegExp(`(?<![\\w:])${method}(?!\\w)`), method);
    for (const selector of FORBIDDEN_CALLS) assert.ok(!code.includes(selector), selector);
  });

  it('loads one family at a time', async () => {
    const names = (await chunksOf('request-transfer.ts')).map(({ name }) => name);
    for (const family of ['evm', 'tron', 'solana', 'bitcoin', 'ton'])
      assert.ok(names.includes(family), family);
  });
});
