// Wallets that announce themselves in the page as extensions do (EIP-6963), and do what wallets were seen to do.
import { expect } from '@open-wc/testing';
import { fakeWallet, hanging, refusing, word } from '../../stories/fake-wallets.js';
import { checkoutIn, NOW, PART_DETECTED, walletCheckout, walletTransfer } from '../../stories/fixtures.js';
import { FakeProxy, PayerPage } from './browser-wallet-support.js';
import { all, one, said, settled, shown } from './checkout-fixture.js';
import { until } from '../until.js';

/** What the only wallet of this page does at present. */
let behavior: unknown = fakeWallet().provider;
const provider = new Proxy({}, { get: (_, key) => Reflect.get(Object(behavior), key) as unknown });

function walletThat(answers: Readonly<Record<string, () => unknown>> = {}): void {
  behavior = fakeWallet('Fox Wallet', answers).provider;
}

function announce(info: object, ofProvider: unknown = provider): void {
  const detail = { info: { uuid: 'fox', icon: '', rdns: 'org.example.fox', ...info }, provider: ofProvider };
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
}

const PAY = 'Pay with Fox Wallet';
const NOTHING_SENT = 'Request closed. Nothing was sent.';
const TIME_OVER =
  'The time to confirm in Fox Wallet has run out. Check Fox Wallet first: if the payment was sent, don’t pay again.';

async function openPage(transfer: Partial<typeof walletTransfer> | null = null): Promise<PayerPage> {
  const known = transfer && { ...walletTransfer, ...transfer };
  const page = await PayerPage.open(new FakeProxy({ ...walletCheckout, transfer: known }));
  // The listener of the page is there once a payment was opened.
  announce({ name: 'Fox Wallet' });
  window.dispatchEvent(new Event('focus'));
  await settled(page.element);
  return page;
}

describe('a payment with a wallet in the browser', () => {
  beforeEach(() => walletThat());

  it('is sent by one press, and the code folds until the service has seen it', async () => {
    const page = await openPage();
    expect(page.hasAddress).to.equal(true);
    await page.press(PAY);
    await page.sees('Sent. Waiting for it to arrive');
    expect(page.hasAddress).to.equal(false);
    expect(page.session.proxy.reports).to.deep.equal(['asked', 'sent']);
    page.session.proxy.update(checkoutIn('detected', walletCheckout.invoice ?? {}));
    await page.sees('Payment detected');
  });

  it('is offered no longer while another payment after a part waits for confirmation', async () => {
    const page = await openPage();
    const part = { ...walletCheckout.invoice, paid: '30', due: '23.41' };
    page.session.proxy.update(checkoutIn('partial', part));
    await page.sees(PAY);
    page.session.proxy.update(checkoutIn('partial', { ...part, ...PART_DETECTED }));
    await page.sees('Another payment detected');
    expect(page.hasAddress).to.equal(false);
    expect(shown(page.element)).not.to.contain(PAY);
  });

  it('asks nothing of a wallet before the press', async () => {
    const asked: string[] = [];
    behavior = { request: ({ method }: { method: string }) => asked.push(method) };
    const page = await openPage();
    await settled(page.element);
    expect(asked).to.deep.equal([]);
  });

  it('asks for exactly the currency, the address and the amount due', async () => {
    const sent: unknown[] = [];
    const { request } = fakeWallet().provider as { request: (asked: { method: string }) => unknown };
    behavior = {
      request: (asked: { method: string; params: unknown }) => {
        if (asked.method === 'eth_sendTransaction') sent.push(asked.params);
        return request(asked);
      },
    };
    const page = await openPage();
    await page.press(PAY);
    await page.sees('Sent.');
    const [[transaction]] = sent as [[Record<string, string>]];
    const address = walletCheckout.invoice?.address?.slice(2).toLowerCase();
    expect(sent).to.have.length(1);
    expect(transaction['to']?.toLowerCase()).to.equal('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913');
    expect(transaction['data']?.toLowerCase()).to.equal(
      `0xa9059cbb${address?.padStart(64, '0')}${(53_410_000).toString(16).padStart(64, '0')}`,
    );
  });

  it('follows the wallet: connecting, switching the network, confirming', async () => {
    walletThat({ eth_requestAccounts: hanging });
    const page = await openPage();
    await page.press(PAY);
    await page.sees('Connect Fox Wallet');
    expect(said(page.element)).to.equal('Connect Fox Wallet');
    await page.press('Pay another way');
    await page.sees(NOTHING_SENT);
    walletThat({ eth_chainId: () => '0x1', wallet_switchEthereumChain: hanging });
    await page.press('Try again with Fox Wallet');
    await page.sees('Allow the switch to Base');
    await page.press('Pay another way');
    await page.sees(NOTHING_SENT);
    walletThat({ eth_sendTransaction: hanging });
    await page.press('Try again with Fox Wallet');
    await page.sees('Confirm in Fox Wallet');
    expect(page.text).to.contain('0x71C7…976F');
  });
});

describe('a wallet that', () => {
  beforeEach(() => walletThat());

  it('refuses leads back to code and address, with one line, and the focus on its button', async () => {
    walletThat({ eth_sendTransaction: refusing() });
    const page = await openPage();
    page.element.shadowRoot?.querySelector<HTMLElement>('#pay-with-wallet')?.focus();
    await page.press(PAY);
    await page.sees(NOTHING_SENT);
    expect(page.hasAddress).to.equal(true);
    expect(said(page.element)).to.equal(NOTHING_SENT);
    expect(page.session.proxy.reports).to.deep.equal(['asked', 'refused']);
    expect(page.element.shadowRoot?.activeElement?.id).to.equal('pay-with-wallet');
  });

  it('never connects is given up after three minutes', async () => {
    walletThat({ eth_requestAccounts: hanging });
    const page = await openPage();
    await page.press(PAY);
    await page.sees('Connect Fox Wallet');
    await page.after(180_000);
    await page.sees('No response from Fox Wallet. Nothing was sent.');
    expect(page.hasAddress).to.equal(true);
  });

  it('hangs after it was asked to send may have sent, and the payer finds the address behind two answers', async () => {
    walletThat({ eth_sendTransaction: hanging });
    const page = await openPage();
    await page.press(PAY);
    await page.sees('Confirm in Fox Wallet');
    await page.after(60_000);
    await page.sees('If you confirmed there, the payment will appear here. Please don’t send again.');
    expect(page.hasAddress).to.equal(false);
    await page.press('I haven’t sent it');
    await page.sees('Check Fox Wallet first');
    await page.press('Nothing was sent. Show the code');
    expect(page.hasAddress).to.equal(true);
    await page.sees('Your wallet may have already sent this payment. Check there before you pay.');
  });

  it('hangs until its request has ended: the payer reads that, where to look, and finds the code', async () => {
    walletThat({ eth_sendTransaction: hanging });
    const page = await openPage();
    page.session.proxy.endsAt = new Date(Date.parse(NOW) + 120_000).toISOString();
    await page.press(PAY);
    await page.sees('Confirm in Fox Wallet');
    await page.after(120_000);
    await page.sees(TIME_OVER);
    expect(said(page.element)).to.equal(TIME_OVER);
    expect(page.hasAddress).to.equal(true);
    page.session.proxy.endsAt = new Date(Date.parse(NOW) + 240_000).toISOString();
    await page.press('Try again with Fox Wallet');
    await page.sees('Confirm in Fox Wallet');
    expect(page.text).not.to.contain(TIME_OVER);
  });

  it('hangs until the deadline of the invoice: the payer reads to send nothing now', async () => {
    walletThat({ eth_sendTransaction: hanging });
    const page = await openPage();
    await page.press(PAY);
    await page.sees('Confirm in Fox Wallet');
    await page.after(3_600_000);
    await page.sees(
      'If you’ve already sent the payment, it may be on its way. Please don’t send anything now.',
    );
    expect(page.hasAddress).to.equal(false);
  });

  it('lies about its network is asked for nothing', async () => {
    walletThat({ eth_chainId: () => '0x1', wallet_switchEthereumChain: () => null });
    const page = await openPage();
    await page.press(PAY);
    await page.sees('Fox Wallet is still on another network. Switch it to Base there, then try again.');
    expect(page.session.proxy.reports).to.deep.equal([]);
  });

  it('changes its account in between is asked for nothing, and the record is taken back', async () => {
    walletThat({ eth_accounts: () => ['0x0000000000000000000000000000000000000b0b'] });
    const page = await openPage();
    await page.press(PAY);
    await page.sees('Nothing was sent: the account or network changed in the meantime. Try again.');
    expect(page.session.proxy.reports).to.deep.equal(['asked', 'refused']);
  });

  it('answers without a hash is taken at its word, without a link', async () => {
    walletThat({ eth_sendTransaction: () => undefined });
    const page = await openPage();
    await page.press(PAY);
    await page.sees('Sent. Waiting for it to arrive');
    expect(all(page.element, '.transaction')).to.have.length(0);
  });

  it('answers with a wrong hash is not trusted: only the service says that it is paid', async () => {
    walletThat({ eth_sendTransaction: () => `0x${'11'.repeat(32)}` });
    const page = await openPage();
    await page.press(PAY);
    await page.sees('Sent. Waiting for it to arrive');
    expect(page.element.state).to.equal('awaiting');
    expect(one(page.element, '.transaction').textContent).to.contain('0x1111…111111');
  });

  it('needs more signers says so', async () => {
    walletThat({ eth_getCode: () => '0x6080', eth_sendTransaction: () => `0x${'22'.repeat(32)}` });
    const page = await openPage();
    await page.press(PAY);
    await page.sees('Waiting for the other signers');
    expect(page.session.proxy.reports).to.deep.equal(['asked', 'proposed']);
  });

  it('throws after it was asked to send may have sent', async () => {
    walletThat({ eth_sendTransaction: refusing(-32603) });
    const page = await openPage();
    await page.press(PAY);
    await page.sees('No response from Fox Wallet');
    expect(page.session.proxy.reports).to.deep.equal(['asked', 'unknown']);
    expect(page.hasAddress).to.equal(false);
  });

  it('throws from its getters cannot pay, and the page goes on', async () => {
    behavior = {
      get request(): never {
        throw new Error('the wallet throws');
      },
    };
    const page = await openPage();
    await page.press(PAY);
    await page.sees('Fox Wallet can’t make this payment. Scan or copy instead.');
    expect(page.hasAddress).to.equal(true);
  });

  it('has too few coins says how many are missing, and offers other coins', async () => {
    walletThat({ eth_call: () => word(41_200_000n) });
    const page = await openPage();
    await page.press(PAY);
    await page.sees('Not enough USDC in this account');
    expect(page.text).to.contain('12.21 USDC more needed');
    expect(said(page.element)).to.equal('Not enough USDC in this account. 12.21 USDC more needed');
    await page.press('Change coin');
    expect(page.session.steps).to.contain('change true');
    page.session.change(false);
    await settled(page.element);
    expect(page.hasAddress).to.equal(true);
  });

  it('has too little for the fee says how much, and is asked again once it may have more', async () => {
    walletThat({ eth_getBalance: () => word(1_100_000_000_000n) });
    const page = await openPage();
    await page.press(PAY);
    await page.sees('Not enough ETH for the network fee');
    expect(page.text).to.contain('0.0000031 ETH more needed');
    walletThat();
    await page.press('Check again');
    await page.sees('Sent.');
  });

  it('answers after the payer went on to pay another way is heard all the same', async () => {
    let answer: (hash: unknown) => void = () => undefined;
    walletThat({ eth_sendTransaction: () => new Promise((resolve) => (answer = resolve)) });
    const page = await openPage();
    await page.press(PAY);
    await page.sees('Confirm in Fox Wallet');
    await page.press('Pay another way');
    await page.sees(
      'A payment request may still be open in Fox Wallet. Reject it there first, so you don’t pay twice.',
    );
    expect(page.hasAddress).to.equal(true);
    expect(page.text).not.to.contain(PAY);
    await page.press('Back to Fox Wallet');
    await page.sees('Confirm in Fox Wallet');
    await page.press('Pay another way');
    answer(`0x${'33'.repeat(32)}`);
    await page.sees('Sent. Waiting for it to arrive');
    expect(page.session.proxy.reports).to.deep.equal(['asked', 'unknown', 'sent']);
  });
});

describe('nobody pays twice:', () => {
  beforeEach(() => walletThat());
  afterEach(() => Reflect.deleteProperty(navigator, 'locks'));

  it('of two pages that ask at once, one wallet is asked', async () => {
    const proxy = new FakeProxy(walletCheckout);
    let sent = 0;
    walletThat({ eth_sendTransaction: () => new Promise(() => (sent += 1)) });
    const pages = [await PayerPage.open(proxy), await PayerPage.open(proxy)];
    for (const page of pages) await page.press(PAY);
    await pages[0]?.sees('Confirm in Fox Wallet');
    await pages[1]?.sees('Payment in progress on another screen');
    expect(sent).to.equal(1);
  });

  it('a page of a busy browser asks, however late it gets its lock', async () => {
    const late = {
      request: async (_: string, options: LockOptions, work: (lock: object) => unknown) => {
        const { signal } = options;
        // Later than any time limit.
        if (signal) await new Promise((resolve) => signal.addEventListener('abort', resolve));
        signal?.throwIfAborted();
        return work({});
      },
    };
    Object.defineProperty(navigator, 'locks', { configurable: true, value: late });
    const page = await openPage();
    await page.press(PAY);
    await page.sees('Sent. Waiting for it to arrive');
  });

  it('a payer who stops and asks again at once is not in the way of the own request', async () => {
    walletThat({ eth_requestAccounts: hanging });
    const page = await openPage();
    await page.press(PAY);
    await page.sees('Connect Fox Wallet');
    walletThat();
    await page.press('Pay another way');
    await page.sees(NOTHING_SENT);
    await page.press('Try again with Fox Wallet');
    await page.sees('Sent. Waiting for it to arrive');
    expect(page.session.proxy.reports).to.deep.equal(['asked', 'sent']);
  });

  it('a checkout that leaves the page is not in the way of the one that replaces it', async () => {
    const held = new Set<string>();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const slow = {
      request: async (name: string, _: LockOptions, work: (lock: object | null) => unknown) => {
        if (held.has(name)) return work(null);
        held.add(name);
        const result = await work({});
        await released;
        held.delete(name);
        return result;
      },
    };
    Object.defineProperty(navigator, 'locks', { configurable: true, value: slow });
    let asked = 0;
    walletThat({ eth_requestAccounts: () => new Promise(() => (asked += 1)) });
    const former = await openPage();
    await former.press(PAY);
    await until(() => asked === 1, 'the wallet is asked');
    walletThat();
    const page = await PayerPage.open(former.session.proxy);
    former.element.remove();
    await page.press(PAY);
    await page.sees('Connect Fox Wallet');
    release();
    await page.sees('Sent. Waiting for it to arrive');
  });

  it('a press counts for the checkout of the moment, although what it needs has still to load', async () => {
    let sent = 0;
    walletThat({ eth_sendTransaction: () => new Promise(() => (sent += 1)) });
    const page = await openPage();
    page.element.shadowRoot?.querySelector<HTMLElement>('#pay-with-wallet')?.click();
    page.session.proxy.update({ transfer: { ...walletTransfer, state: 'asked', askedAt: NOW } });
    await page.sees('Payment in progress on another screen');
    await settled(page.element);
    expect(page.session.proxy.reports).to.deep.equal([]);
    expect(sent).to.equal(0);
  });

  it('of an amount of which a part arrives while the wallet loads, the rest is asked for', async () => {
    const data: string[] = [];
    const { request } = fakeWallet().provider as { request: (asked: { method: string }) => unknown };
    behavior = {
      request: (asked: { method: string; params: readonly { data?: string }[] }) => {
        if (asked.method === 'eth_sendTransaction') data.push(asked.params[0]?.data ?? '');
        return request(asked);
      },
    };
    const page = await openPage();
    page.element.shadowRoot?.querySelector<HTMLElement>('#pay-with-wallet')?.click();
    const changes = { ...walletCheckout.invoice, paid: '50', due: '3.41' };
    page.session.proxy.update(checkoutIn('partial', changes));
    await page.sees('Sent. Waiting for it to arrive');
    expect(data.map((text) => BigInt(`0x${text.slice(-64)}`))).to.deep.equal([3_410_000n]);
  });

  it('of two devices, which share no lock, the proxy lets one ask', async () => {
    const proxy = new FakeProxy(walletCheckout);
    let sent = 0;
    walletThat({ eth_sendTransaction: () => new Promise(() => (sent += 1)) });
    Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
    const pages = [await PayerPage.open(proxy), await PayerPage.open(proxy)];
    for (const page of pages)
      page.element.shadowRoot?.querySelector<HTMLElement>('#pay-with-wallet')?.click();
    await pages[0]?.sees('Confirm in Fox Wallet');
    await pages[1]?.sees('Payment in progress on another screen');
    expect(sent).to.equal(1);
    await pages[1]?.press('I haven’t sent it');
    await pages[1]?.press('Nothing was sent. Show the code');
    expect(pages[1]?.hasAddress).to.equal(true);
  });

  const RELOADED = {
    'asked a moment ago': [
      { state: 'asked', askedAt: NOW, transaction: null },
      'Payment in progress on another screen',
    ],
    'asked long ago': [
      { state: 'asked', askedAt: '2026-11-21T12:46:00Z', transaction: null },
      'No response from Fox',
    ],
    'sent': [{ state: 'sent' }, 'Sent. Waiting for it to arrive'],
    'proposed': [{ state: 'proposed', transaction: null }, 'Waiting for the other signers'],
    'unknown': [{ state: 'unknown', transaction: null }, 'No response from Fox Wallet'],
    'unknown, of a wallet without a name': [
      { state: 'unknown', transaction: null, wallet: null },
      'No response from Browser wallet',
    ],
  } as const;
  for (const [name, [transfer, title]] of Object.entries(RELOADED))
    it(`a page that is loaded again when a transfer is ${name} shows that, and not the code`, async () => {
      const page = await openPage(transfer);
      await page.sees(title);
      expect(page.hasAddress).to.equal(false);
      await page.press('I haven’t sent it');
      await page.press('Nothing was sent. Show the code');
      expect(page.hasAddress).to.equal(true);
    });

  it('after ten minutes without money the payer may pay again, with the warning', async () => {
    const page = await openPage({ state: 'unknown', askedAt: '2026-11-21T12:38:19Z', transaction: null });
    await page.sees('We haven’t seen your payment after ten minutes.');
    await page.press('Pay again');
    await page.sees('The payment may have been sent. If you send again, you may pay twice.');
    await page.press('It was sent. Keep checking');
    await page.sees('We haven’t seen your payment after ten minutes.');
  });

  it('a transfer that can no longer happen gives the code back by itself', async () => {
    const page = await openPage({ state: 'unknown', transaction: null, endsAt: '2026-11-21T12:50:19Z' });
    await page.sees('No response from Fox Wallet');
    await page.after(120_000);
    expect(page.hasAddress).to.equal(true);
    expect(said(page.element)).to.equal(TIME_OVER);
  });

  it('of which the time to confirm is over, each page says so: another device, and one loaded after that', async () => {
    walletThat({ eth_sendTransaction: hanging });
    const proxy = new FakeProxy(walletCheckout);
    proxy.endsAt = new Date(Date.parse(NOW) + 120_000).toISOString();
    const pages = [await PayerPage.open(proxy), await PayerPage.open(proxy)];
    await pages[0]?.press(PAY);
    await pages[1]?.sees('Payment in progress on another screen');
    for (const page of pages) {
      await page.after(120_000);
      await page.sees(TIME_OVER);
    }
    const loaded = await PayerPage.open(proxy, Date.parse(NOW) + 120_000);
    await loaded.sees(TIME_OVER);
    for (const page of [...pages, loaded]) expect(page.hasAddress).to.equal(true);
  });
});
