import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CurrencyCode } from '../../src/payment/index.js';
import type { WalletDiscovery } from '../../src/wallets/discovery.js';
import { announce, discoveryIn, FakeWindow, PNG } from './fake-window.js';

const namesFor = (discovery: WalletDiscovery, currency: CurrencyCode = 'ETH') =>
  discovery.walletsFor(currency).map(({ name }) => name);

/** Whatever of it is read throws. */
const THROWING = new Proxy(
  {},
  {
    get: () => {
      throw new Error('the wallet throws');
    },
  },
);

/** A provider that must not be called before the payer has pressed its button. */
const untouched = () => new Proxy({}, { get: () => assert.fail('the wallet was asked') });

describe('a wallet is found, not configured:', () => {
  it('one that answers the request for announcements', () => {
    const page = new FakeWindow();
    page.addEventListener('eip6963:requestProvider', () => announce(page, untouched()));
    const [wallet] = discoveryIn(page).walletsFor('USDT_ARB');
    assert.equal(wallet?.name, 'Good Wallet');
    assert.equal(wallet.family, 'evm');
    assert.equal(wallet.icon, PNG);
    assert.equal(wallet.rdns, 'org.example');
  });

  it('one that appears ten seconds late', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const page = new FakeWindow();
    const discovery = discoveryIn(page);
    setTimeout(() => announce(page, untouched()), 10_000);
    context.mock.timers.tick(9_999);
    assert.deepEqual(namesFor(discovery), []);
    context.mock.timers.tick(1);
    assert.deepEqual(namesFor(discovery), ['Good Wallet']);
  });

  it('window.ethereum in a browser of its own, as long as none announces itself', () => {
    const page = new FakeWindow();
    page['ethereum'] = untouched();
    const discovery = discoveryIn(page);
    assert.deepEqual(namesFor(discovery), [null]);
    announce(page, untouched());
    assert.deepEqual(namesFor(discovery), ['Good Wallet']);
  });

  it('window.ethereum that is put there later', () => {
    const page = new FakeWindow();
    const discovery = discoveryIn(page);
    assert.deepEqual(namesFor(discovery), []);
    page['ethereum'] = untouched();
    assert.deepEqual(namesFor(discovery), [null]);
  });

  it('TronLink by TIP-6963, and the older ways where it announces nothing', () => {
    const page = new FakeWindow();
    page['tronWeb'] = {};
    const discovery = discoveryIn(page);
    const dialects = () => discovery.walletsFor('TRX').map(({ dialect }) => dialect);
    assert.deepEqual(dialects(), ['tron-web']);
    assert.equal(discovery.walletsFor('TRX')[0]?.provider, page);
    page['tronLink'] = {};
    assert.deepEqual(dialects(), ['tron-link']);
    page['tron'] = {};
    assert.deepEqual(dialects(), [undefined]);
    announce(page, untouched(), { name: 'TronLink' }, 'TIP6963');
    assert.deepEqual(namesFor(discovery, 'USDT_TRC20'), ['TronLink']);
    assert.deepEqual(namesFor(discovery), []);
  });

  it('Wallet Standard: one that is there first, and one that comes later', () => {
    const page = new FakeWindow();
    page.addEventListener('wallet-standard:app-ready', (event) => {
      (event as CustomEvent).detail.register(solanaWallet({ name: 'First' }));
    });
    const discovery = discoveryIn(page);
    let leave: () => void = () => undefined;
    const detail = ({ register }: { register: (...wallets: unknown[]) => () => void }) => {
      leave = register(solanaWallet({ name: 'Second' }));
    };
    page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }));
    assert.deepEqual(namesFor(discovery, 'USDC_SOL'), ['First', 'Second']);
    leave();
    assert.deepEqual(namesFor(discovery, 'SOL'), ['First']);
  });

  it('providers of Bitcoin at their paths, and UniSat', () => {
    const page = new FakeWindow();
    page['XverseProviders'] = { BitcoinProvider: untouched() };
    page['LeatherProvider'] = untouched();
    page['unisat'] = { isBinance: true };
    page['btc_providers'] = [
      { id: 'XverseProviders.BitcoinProvider', name: 'Xverse Wallet', icon: PNG },
      { id: 'XverseProviders.BitcoinProvider', name: 'Xverse again', icon: PNG },
      { id: 'LeatherProvider', name: 'Leather', methods: ['getAddresses', 'sendTransfer'] },
      { id: 'constructor.constructor', name: 'Reader', methods: ['getAddresses'] },
      { id: 'no.where', name: 'Nowhere' },
      { id: 'alert(1)', name: 'Code' },
      null,
    ];
    const wallets = discoveryIn(page).walletsFor('BTC');
    assert.deepEqual(
      wallets.map(({ name, dialect }) => `${name}: ${dialect}`),
      ['Xverse Wallet: sats-connect', 'Leather: leather', 'Binance Wallet: unisat'],
    );
  });

  it('Bitcoin wallets that list themselves after the page was loaded', () => {
    const page = new FakeWindow();
    const discovery = discoveryIn(page);
    page['unisat'] = {};
    page['unisat_wallet'] = {};
    page['BitcoinProvider'] = {};
    assert.deepEqual(namesFor(discovery, 'BTC'), ['UniSat', 'UniSat', null]);
  });

  it('TON Connect in the page, with tokens only where the wallet looks up their own wallets', () => {
    const page = new FakeWindow();
    page['tonkeeper'] = {
      tonconnect: tonBridge([{ name: 'SendTransaction', itemTypes: ['ton', 'jetton'] }]),
    };
    page['other'] = {
      tonconnect: tonBridge(['SendTransaction'], { name: 'Other', image: 'https://a.example' }),
    };
    page['broken'] = { tonconnect: {} };
    const discovery = discoveryIn(page);
    assert.deepEqual(namesFor(discovery, 'TON'), ['tonkeeper', 'Other']);
    assert.deepEqual(namesFor(discovery, 'USDT_TON'), ['tonkeeper']);
    assert.ok(discovery.walletsFor('TON').every(({ icon }) => icon === null));
  });

  it('never one for a currency that none can pay', () => {
    const page = new FakeWindow();
    page['ethereum'] = page['tron'] = {};
    page['tonkeeper'] = { tonconnect: tonBridge([]) };
    const discovery = discoveryIn(page);
    for (const code of ['USDT_OPT', 'PEPE_BSC', 'USDD_TRC20', 'LTC', 'XAUT_TON'] as const)
      assert.deepEqual(namesFor(discovery, code), [], code);
  });
});

describe('a hostile wallet', () => {
  /** Fails the test on an error that the page would report. */
  const uncaught: unknown[] = [];
  process.on('uncaughtException', (error) => uncaught.push(error));

  it('that throws from everything that is read disturbs nobody', async () => {
    const page = new FakeWindow();
    for (const key of [
      'ethereum',
      'tron',
      'tronLink',
      'unisat',
      'btc_providers',
      'tonkeeper',
      'XverseProviders',
    ])
      Object.defineProperty(page, key, {
        enumerable: true,
        get: () => {
          throw new Error('the wallet throws');
        },
      });
    const discovery = discoveryIn(page);
    for (const detail of [null, undefined, 7, 'text', {}, THROWING, { info: THROWING, provider: {} }]) {
      page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
      page.dispatchEvent(new CustomEvent('TIP6963:announceProvider', { detail }));
      page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }));
    }
    for (const wallet of [THROWING, null, 7, {}, solanaWallet({ chains: ['solana:devnet'] })]) {
      const detail = ({ register }: { register: (...wallets: unknown[]) => void }) => {
        register(wallet);
        throw new Error('the wallet throws');
      };
      page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }));
    }
    announce(page, {}, { uuid: 'good' });
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(uncaught, []);
    assert.deepEqual(namesFor(discovery), ['Good Wallet']);
    for (const code of ['TRX', 'SOL', 'BTC', 'TON'] as const) assert.deepEqual(namesFor(discovery, code), []);
  });

  it('gets no picture that is large, from a server, or of another kind', () => {
    const page = new FakeWindow();
    const discovery = discoveryIn(page);
    const icons = [
      `data:image/png;base64,${'A'.repeat(5_000_000)}`,
      'https://wallet.example/icon.png',
      'data:text/html,<script>alert(1)</script>',
      'data:image/jpeg;base64,AAAA',
      'javascript:alert(1)',
      { toString: () => PNG },
    ];
    icons.forEach((icon, index) => announce(page, {}, { uuid: String(index), icon }));
    announce(page, {}, { uuid: 'svg', icon: 'data:image/svg+xml,<svg/>' });
    assert.deepEqual(
      discovery.walletsFor('ETH').map(({ icon }) => icon),
      [...icons.map(() => null), 'data:image/svg+xml,<svg/>'],
    );
  });

  it('has a plain, short name whatever it calls itself', () => {
    const page = new FakeWindow();
    const discovery = discoveryIn(page);
    const names = [
      ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert'],
      ['Meta\u200bMask\u202e\n\u0000 Wallet', 'MetaMask Wallet'],
      ['\ud83e\udd8a'.repeat(99), '\ud83e\udd8a'.repeat(24)],
      ['a\ud800b', 'ab'],
      ['x'.repeat(9_000_000), 'x'.repeat(24)],
    ] as const;
    names.forEach(([name], index) => announce(page, {}, { uuid: String(index), name }));
    assert.deepEqual(
      namesFor(discovery),
      names.map(([, shown]) => shown),
    );
    for (const name of ['', ' \u200b\u202e ', 7, null, {}]) announce(page, {}, { uuid: 'nameless', name });
    assert.equal(namesFor(discovery).length, names.length);
  });

  it('with the name of another stands beside it, and never takes its place', () => {
    const page = new FakeWindow();
    const discovery = discoveryIn(page);
    const [first, twin] = [{ name: 'first' }, { name: 'twin' }];
    announce(page, first, { uuid: 'first' });
    announce(page, twin, { uuid: 'twin' });
    announce(page, twin, { uuid: 'first', name: 'Replaced' });
    assert.deepEqual(
      discovery.walletsFor('ETH').map(({ provider }) => provider),
      [first, twin],
    );
  });

  it('cannot remove another one, and take its place', () => {
    const page = new FakeWindow();
    const discovery = discoveryIn(page);
    const other = solanaWallet({ name: 'First' });
    announce(page, {}, { uuid: 'first' });
    const detail = ({ register }: { register: (...wallets: unknown[]) => () => void }) => register(other);
    page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }));
    const hostile = ({ register }: { register: (...wallets: unknown[]) => () => void }) =>
      register(other, 'evm:first')();
    page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: hostile }));
    announce(page, {}, { uuid: 'first', name: 'Replaced' });
    assert.deepEqual(namesFor(discovery), ['Good Wallet']);
    assert.deepEqual(namesFor(discovery, 'SOL'), ['First']);
  });

  it('that fights over window.ethereum is reached as itself, since both announce themselves', () => {
    const page = new FakeWindow();
    const [one, other] = [{ name: 'one' }, { name: 'other' }];
    Object.defineProperty(page, 'ethereum', { value: one, writable: false });
    assert.throws(() => Object.defineProperty(page, 'ethereum', { value: other }), TypeError);
    const discovery = discoveryIn(page);
    announce(page, one, { uuid: 'one' });
    announce(page, other, { uuid: 'other' });
    assert.deepEqual(
      discovery.walletsFor('ETH').map(({ provider }) => provider),
      [one, other],
    );
  });

  it('that takes window.ethereum from another is the one that is called', () => {
    const page = new FakeWindow();
    page['ethereum'] = { name: 'first' };
    const discovery = discoveryIn(page);
    const last = { name: 'last' };
    page['ethereum'] = last;
    assert.deepEqual(
      discovery.walletsFor('ETH').map(({ provider }) => provider),
      [last],
    );
  });

  it('that announces itself without end fills no list', () => {
    const page = new FakeWindow();
    const discovery = discoveryIn(page);
    for (let index = 0; index < 10_000; index += 1) announce(page, {}, { uuid: String(index) });
    page['btc_providers'] = new Proxy([], {
      get: (_, key) => (key === 'length' ? 2 ** 32 - 1 : { id: 'a' }),
    });
    assert.equal(namesFor(discovery).length, 32);
    assert.deepEqual(namesFor(discovery, 'BTC'), []);
  });
});

function solanaWallet(changes: object = {}): object {
  return {
    version: '1.0.0',
    name: 'Solana Wallet',
    icon: PNG,
    chains: ['solana:mainnet', 'solana:devnet'],
    accounts: [],
    features: {
      'standard:connect': { connect: () => assert.fail('the wallet was asked') },
      'solana:signAndSendTransaction': {
        supportedTransactionVersions: ['legacy', 0],
        signAndSendTransaction: () => assert.fail('the wallet was asked'),
      },
    },
    ...changes,
  };
}

function tonBridge(features: readonly unknown[], walletInfo?: object): object {
  const asked = () => assert.fail('the wallet was asked');
  return { deviceInfo: { features }, walletInfo, connect: asked, send: asked, restoreConnection: asked };
}
