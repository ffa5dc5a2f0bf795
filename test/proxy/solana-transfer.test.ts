import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { type Address, address } from '@solana/kit';
import { createCheckoutSession } from '../../src/checkout/create-session.js';
import { walletSources } from '../../src/checkout/wallet-requests.js';
import { type CurrencyCode, currencyOf, tokenContract } from '../../src/payment/index.js';
import { parseSolanaTransfer, type SolanaTransfer } from '../../src/protocol/index.js';
import type { CheckoutProxyOptions } from '../../src/proxy/index.js';
import { FakeCheckout, pay } from '../wallets/fake-checkout.js';
import { FakeSolana, newKey, TOKEN, TOKEN_2022, tokenAccountOf } from '../wallets/fake-solana.js';
import { type Broken, FakeSolanaNode } from './fake-solana-node.js';
import {
  frozenClock,
  invoiceOf,
  problemOf,
  SECRETS,
  startProxy,
  startService,
  withTransactions,
} from './test-environment.js';
import { until } from '../until.js';

const KEY = 'planted-rpc-key-3c9e1b70';
const WORDS = 'words of the node';
const PROGRAM_OF = { USDC_SOL: TOKEN, PYUSD_SOL: TOKEN_2022 } as const;
type Token = keyof typeof PROGRAM_OF;
const mintOf = (code: CurrencyCode) => address(tokenContract(code) ?? '');

/** A checkout whose invoice has this payee, and a node over a network with the tokens. */
async function start(
  t: TestContext,
  payee: Address,
  currency: CurrencyCode,
  more: Partial<CheckoutProxyOptions> = {},
) {
  const chain = new FakeSolana();
  for (const [code, program] of Object.entries(PROGRAM_OF)) chain.putMint(mintOf(code as Token), 6, program);
  const node = new FakeSolanaNode(chain);
  const url = await node.listen(t, KEY);
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const { apiKey, shopId } = SECRETS;
  const withPayee: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const text = await response.text();
    return new Response(text.replace(/("address":\s*)"\w+"/g, `$1"${payee}"`), response);
  };
  const environment = await startProxy(t, sandbox, {
    isIdle: true,
    proxy: {
      service: { url: sandbox.url, apiKey, shopId, testMode: true, fetch: withPayee },
      solanaRpc: { url, headers: { 'x-token': KEY } },
      ...more,
    },
  });
  const { id } = await environment.open();
  const { address: shown } = invoiceOf(await environment.choose(id, currency));
  assert.equal(shown, payee);
  const ask = () => environment.call('GET', `/checkouts/${id}/solana`);
  return {
    ...{ chain, node, url, environment, id, ask },
    read: async (): Promise<SolanaTransfer> => {
      const response = await ask();
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      return parseSolanaTransfer(await response.json());
    },
    isRefusedWith: async (status: number, code: string, isRetryable: boolean) => {
      const response = await ask();
      const problem = await problemOf(response);
      assert.deepEqual([response.status, problem.code, problem.retryable], [status, code, isRetryable]);
      return response;
    },
  };
}

const walletAddress = async () => (await newKey()).address;
/** An address without a key. */
const programAddress = async () => tokenAccountOf(await walletAddress(), mintOf('TRUMP_SOL'), TOKEN);

describe('what a wallet on Solana needs to pay', { concurrency: 3 }, () => {
  for (const isUsed of [false, true])
    it(`in SOL to ${isUsed ? 'a used' : 'an unused'} wallet: a fresh blockhash`, async (t) => {
      const payee = await walletAddress();
      const { chain, node, read } = await start(t, payee, 'SOL');
      if (isUsed) chain.fund(payee, 10n ** 9n);
      const expected = {
        address: payee,
        blockhash: chain.svm.latestBlockhash(),
        lastValidBlockHeight: node.lastValidBlockHeight,
        ...{ isTokenAccount: false, tokenProgram: null, createsAccount: false },
      };
      assert.deepEqual(await read(), expected);
      chain.svm.expireBlockhash();
      assert.equal((await read()).blockhash, chain.svm.latestBlockhash());
      assert.equal(node.calls[0]?.headers['x-token'], KEY);
    });

  for (const [code, program] of Object.entries(PROGRAM_OF) as readonly [Token, Address][]) {
    it(`in ${code}: who pays the rent, and by which program`, async (t) => {
      const payee = await walletAddress();
      const { chain, read } = await start(t, payee, code);
      const { isTokenAccount, tokenProgram, createsAccount } = await read();
      assert.deepEqual([isTokenAccount, tokenProgram, createsAccount], [false, program, true]);
      const account = await tokenAccountOf(payee, mintOf(code), program);
      // Somebody has sent coins to the address of an account that does not exist.
      chain.fund(account, 10n ** 9n);
      assert.equal((await read()).createsAccount, true);
      chain.putTokens(account, mintOf(code), payee, 0n, program);
      assert.equal((await read()).createsAccount, false);
    });

    it(`in ${code} to an account of tokens: that it is paid into directly`, async (t) => {
      const payee = await tokenAccountOf(await walletAddress(), mintOf(code), program);
      const { chain, read } = await start(t, payee, code);
      chain.putTokens(payee, mintOf(code), await walletAddress(), 5n, program);
      const { isTokenAccount, tokenProgram, createsAccount } = await read();
      assert.deepEqual([isTokenAccount, tokenProgram, createsAccount], [true, program, false]);
    });
  }

  const unsafe: Readonly<Record<string, (chain: FakeSolana, payee: Address) => Promise<void>>> = {
    'an address without a key': async () => undefined,
    'an account for another token': async (chain, payee) =>
      chain.putTokens(payee, mintOf('TRUMP_SOL'), await walletAddress(), 0n, TOKEN),
    'an account of another token program': async (chain, payee) =>
      chain.putTokens(payee, mintOf('USDC_SOL'), await walletAddress(), 0n, TOKEN_2022),
    'a mint': async (chain, payee) => chain.putMint(payee, 6, TOKEN),
    'an account that is frozen': async (chain, payee) => {
      chain.putTokens(payee, mintOf('USDC_SOL'), await walletAddress(), 0n, TOKEN);
      const account = chain.svm.getAccount(payee);
      if (!account.exists) throw new Error('it was put there');
      const data = Uint8Array.from(account.data);
      data[108] = 2;
      chain.svm.setAccount({ ...account, data });
    },
  };
  for (const [what, put] of Object.entries(unsafe))
    it(`is refused for ${what}: the money would be lost`, async (t) => {
      const payee = await programAddress();
      const { chain, isRefusedWith } = await start(t, payee, 'USDC_SOL');
      await put(chain, payee);
      await isRefusedWith(422, 'payee_unsupported', false);
    });

  it('is refused where the account of the payee was given away', async (t) => {
    const payee = await walletAddress();
    const { chain, isRefusedWith } = await start(t, payee, 'USDC_SOL');
    const account = await tokenAccountOf(payee, mintOf('USDC_SOL'), TOKEN);
    chain.putTokens(account, mintOf('USDC_SOL'), await walletAddress(), 0n, TOKEN);
    await isRefusedWith(422, 'payee_unsupported', false);
  });

  it('is refused in SOL for an account of tokens, and for an address without a key', async (t) => {
    for (const isThere of [true, false]) {
      const payee = await programAddress();
      const { chain, isRefusedWith } = await start(t, payee, 'SOL');
      if (isThere) chain.putTokens(payee, mintOf('USDC_SOL'), await walletAddress(), 0n, TOKEN);
      await isRefusedWith(422, 'payee_unsupported', false);
    }
  });

  it('is not there without a node, for another network, or when nothing is due', async (t) => {
    const payee = await walletAddress();
    const without = await start(t, payee, 'SOL', { solanaRpc: undefined });
    await without.isRefusedWith(404, 'not_found', false);
    assert.equal((await without.environment.get(without.id)).wallets, undefined);
    const { environment, id, isRefusedWith, node } = await start(t, payee, 'SOL');
    assert.deepEqual((await environment.get(id)).wallets, { solana: true });
    await environment.cancel(id);
    await isRefusedWith(409, 'transfer_conflict', false);
    const { id: other } = await environment.open({ id: 'A-2' });
    assert.equal((await environment.call('GET', `/checkouts/${other}/solana`)).status, 409);
    assert.equal((await environment.call('GET', `/checkouts/${'A'.repeat(32)}/solana`)).status, 404);
    assert.equal(node.calls.length, 0);
  });

  it('is not there while another payment after a part waits for confirmation', async (t) => {
    const { environment, id, ask, isRefusedWith } = await start(t, await walletAddress(), 'SOL');
    await environment.proxy.start();
    const { id: uuid } = invoiceOf(await environment.get(id));
    await environment.control('payments', { uuid, amount: '0.001' });
    await environment.becomes(id, 'partial');
    assert.equal((await ask()).status, 200);
    await environment.control('payments', { uuid, amount: '0.001', confirm: false });
    await withTransactions(environment, id, 2);
    await isRefusedWith(409, 'transfer_conflict', false);
  });

  it('is limited per client and per order', async (t) => {
    for (const rateLimits of [{ requestsPerMinute: 200 }, { changesPerOrderPerMinute: 4 }]) {
      const { ask, node } = await start(t, await walletAddress(), 'SOL', { rateLimits });
      const statuses: number[] = [];
      for (let index = 0; index < 5; index += 1) statuses.push((await ask()).status);
      assert.equal(statuses[0], 200);
      assert.equal(statuses.at(-1), 429);
      assert.ok(node.calls.length <= 8);
    }
  });

  const broken: Readonly<Record<string, Broken>> = {
    'fails': { status: 500, text: `${WORDS}, ${KEY}` },
    'redirects': { status: 302, headers: { location: 'https://evil.example/' } },
    'answers with an error': {
      text: `{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"${WORDS} ${KEY}"}}`,
    },
    'answers with a page': { text: `<html>${WORDS} ${KEY}</html>` },
    'answers about another request': {
      text: '{"jsonrpc":"2.0","id":7,"result":{"context":{"slot":1},"value":[null]}}',
    },
    'answers without end': { text: ' '.repeat(100_000) },
    'hangs up': 'cut',
    'says nothing for five seconds': 'silent',
  };
  for (const [what, how] of Object.entries(broken))
    it(`can be requested again when the node ${what}, and neither key nor words of the node leave the proxy`, async (t) => {
      const { environment, node, url, isRefusedWith, ask } = await start(t, await walletAddress(), 'SOL');
      node.broken = how;
      const response = await isRefusedWith(503, 'network_unavailable', true);
      assert.doesNotMatch(JSON.stringify([...response.headers]), new RegExp(KEY));
      const secret = new RegExp(`${KEY}|${WORDS}|${new URL(url).host}|/v1/`);
      assert.doesNotMatch(await (await ask()).text(), secret);
      assert.ok(environment.logLines.some((line) => line.includes('network_unavailable')));
      assert.doesNotMatch(environment.logLines.join('\n'), secret);
      node.broken = null;
      assert.equal((await ask()).status, 200);
    });

  it('says when a busy node may be asked again, at most a minute later', async (t) => {
    const { node, isRefusedWith } = await start(t, await walletAddress(), 'SOL');
    for (const [header, seconds] of [
      ['7', '7'],
      ['9999', '60'],
    ] as const) {
      node.broken = { status: 429, headers: { 'retry-after': header } };
      const response = await isRefusedWith(503, 'network_unavailable', true);
      assert.equal(response.headers.get('retry-after'), seconds);
    }
  });

  it('is unavailable on a network without the token, such as a test network', async (t) => {
    const { isRefusedWith } = await start(t, await walletAddress(), 'TRUMP_SOL');
    await isRefusedWith(503, 'network_unavailable', true);
  });

  it('is measured by method and outcome', async (t) => {
    const { environment, node, ask } = await start(t, await walletAddress(), 'SOL');
    await ask();
    node.broken = { status: 500 };
    await ask();
    const text = await environment.proxy.metrics();
    for (const method of ['getLatestBlockhash', 'getMultipleAccounts'])
      for (const outcome of ['ok', 'failed'])
        assert.ok(
          text.includes(
            `crypto_checkout_solana_request_duration_seconds_count{method="${method}",outcome="${outcome}"} 1`,
          ),
        );
    assert.match(text, /http_requests_total\{route="\/checkouts\/:id\/solana",method="GET",status="200"\} 1/);
  });
});

describe('a payment from a wallet on Solana', { concurrency: 3 }, () => {
  /** A page with the session of the checkout. */
  async function openPage(t: TestContext, payee: Address, currency: CurrencyCode) {
    const shop = await start(t, payee, currency);
    const session = createCheckoutSession({
      endpoint: `${shop.environment.url}/crypto-checkout`,
      checkout: shop.id,
    });
    t.after(session.subscribe(() => undefined));
    await until(
      () => session.snapshot.phase,
      'the session is ready',
      (phase) => phase === 'ready',
    );
    const checkout = () => Object.assign(new FakeCheckout(), walletSources(session));
    const request = { currency, address: payee, amount: '12.345678' };
    return { ...shop, session, checkout, request };
  }

  for (const [code, program] of [...Object.entries(PROGRAM_OF), ['SOL', null] as const])
    it(`in ${code} arrives to the digit with what the proxy says`, async (t) => {
      const currency = code as CurrencyCode;
      const payee = await walletAddress();
      const { chain, checkout, request } = await openPage(t, payee, currency);
      const { pair, address: payer } = await newKey();
      chain.fund(payer, 10n ** 12n);
      if (program !== null) {
        const source = await tokenAccountOf(payer, mintOf(currency), program);
        chain.putTokens(source, mintOf(currency), payer, 10n ** 9n, program);
      }
      const result = await pay(chain.wallet(pair, payer), request, checkout());
      assert.equal(result.kind, 'sent');
      const units = 12_345_678n * 10n ** BigInt(currencyOf(currency).decimals - 6);
      const arrived =
        program === null
          ? chain.coinsOf(payee)
          : chain.tokensIn(await tokenAccountOf(payee, mintOf(currency), program));
      assert.equal(arrived, units);
    });

  it('is not asked for where the money would be lost', async (t) => {
    const { chain, checkout, request } = await openPage(t, await programAddress(), 'USDC_SOL');
    const { pair, address: payer } = await newKey();
    const context = checkout();
    const result = await pay(chain.wallet(pair, payer), request, context);
    assert.deepEqual(result, { kind: 'blocked', obstacle: 'unsupported' });
    assert.equal(context.claims, 0);
  });

  it('is not asked for while the node is not there', async (t) => {
    const { chain, node, checkout, request } = await openPage(t, await walletAddress(), 'SOL');
    node.broken = { status: 500 };
    const { pair, address: payer } = await newKey();
    const result = await pay(chain.wallet(pair, payer), request, checkout());
    assert.deepEqual(result, { kind: 'blocked', obstacle: 'offline' });
  });

  it('has no source before the checkout is known, and none that the proxy does not offer', async (t) => {
    const sandbox = await startService();
    t.after(() => sandbox.close());
    const publicUrl = 'https://shop.example/pay';
    const { url, open } = await startProxy(t, sandbox, { proxy: { publicUrl, clock: frozenClock() } });
    const { id } = await open();
    const session = createCheckoutSession({ endpoint: `${url}/crypto-checkout`, checkout: id });
    assert.deepEqual(walletSources(session), {});
    t.after(session.subscribe(() => undefined));
    await until(
      () => session.snapshot.phase,
      'the session is ready',
      (phase) => phase === 'ready',
    );
    assert.deepEqual(walletSources(session), { tonManifest: `${publicUrl}/tonconnect-manifest.json` });
  });
});
