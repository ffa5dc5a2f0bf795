import { expect } from '@open-wc/testing';
import { WalletDiscovery } from '../../src/wallets/discovery.js';
import { requestTransfer } from '../../src/wallets/request-transfer.js';
import type { TransferContext } from '../../src/wallets/wallet.js';

const PAYER = '0x00000000000000000000000000000000000a11ce';
const PAYEE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const HASH = `0x${'ab'.repeat(32)}`;

const ANSWERS: Readonly<Record<string, unknown>> = {
  eth_requestAccounts: [PAYER],
  eth_accounts: [PAYER],
  eth_chainId: '0x1',
  eth_getCode: '0x',
  eth_getBalance: '0xde0b6b3a7640000',
  eth_estimateGas: '0x5208',
  eth_gasPrice: '0x3b9aca00',
  eth_sendTransaction: HASH,
};

function announce(uuid: string, provider: unknown): void {
  const detail = { info: { uuid, name: 'Wallet of the page', icon: '', rdns: 'org.example' }, provider };
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
}

describe('the wallets of a page', () => {
  it('are found and receive requests in a real window', async () => {
    const discovery = new WalletDiscovery(window);
    announce('good', { request: ({ method }: { method: string }) => Promise.resolve(ANSWERS[method]) });
    const wallet = discovery.walletsFor('ETH').find(({ name }) => name === 'Wallet of the page');
    if (!wallet) throw new Error('no wallet was found');
    const steps: string[] = [];
    const context: TransferContext = {
      signal: new AbortController().signal,
      nowMs: () => Date.now(),
      onStep: (step) => steps.push(step),
      claim: () => Promise.resolve(true),
      onLateResult: () => undefined,
    };
    const result = await requestTransfer(wallet, { currency: 'ETH', address: PAYEE, amount: '0.5' }, context);
    expect(result).to.deep.equal({ kind: 'sent', transaction: HASH });
    expect(steps).to.deep.equal(['connecting', 'checking', 'confirming']);
  });

  it('may throw from their getters, and the page reports no error', () => {
    const errors: unknown[] = [];
    const onError = (event: ErrorEvent) => errors.push(event.message);
    window.addEventListener('error', onError);
    const keys = ['throwingWallet', 'unisat', 'tron'];
    for (const key of keys)
      Object.defineProperty(window, key, {
        configurable: true,
        enumerable: true,
        get: () => {
          throw new Error('the wallet throws');
        },
      });
    const bridge = { connect: () => undefined, send: () => undefined };
    Object.assign(window, { realWallet: { tonconnect: bridge } });
    const discovery = new WalletDiscovery(window);
    announce('null', null);
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: null }));
    expect(discovery.walletsFor('TON').map(({ name }) => name)).to.deep.equal(['realWallet']);
    for (const key of [...keys, 'realWallet']) Reflect.deleteProperty(window, key);
    expect(discovery.walletsFor('TON')).to.deep.equal([]);
    window.removeEventListener('error', onError);
    expect(errors).to.deep.equal([]);
  });
});
