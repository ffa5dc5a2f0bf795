// The wallets that a page is found to have. They stay for the life of the page, so each test adds to the one before.
import { expect } from '@open-wc/testing';
import { fakeWallet } from '../../stories/fake-wallets.js';
import { walletCheckout } from '../../stories/fixtures.js';
import { FakeProxy, PayerPage } from './browser-wallet-support.js';
import { all, one, settled } from './checkout-fixture.js';
import { until } from '../until.js';

const errors: unknown[] = [];
const onError = (event: ErrorEvent) => errors.push(event.message);

function announce(uuid: string, name: unknown, icon = ''): void {
  const { provider } = fakeWallet();
  const detail = { info: { uuid, name, icon, rdns: `org.example.${uuid}` }, provider };
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
}

const openPage = () => PayerPage.open(new FakeProxy(walletCheckout));
const rows = ({ element }: PayerPage) => all(element, '.wallet-row .text > bdi:first-child');
const names = (page: PayerPage) => rows(page).map((row) => row.textContent);

describe('the wallets above the address', () => {
  before(() => window.addEventListener('error', onError));
  after(() => {
    window.removeEventListener('error', onError);
    Reflect.deleteProperty(window, 'ethereum');
  });

  it('are none at first, and the panel is as ever', async () => {
    const page = await openPage();
    expect(page.text).not.to.contain('or scan or copy');
    expect(page.hasAddress).to.equal(true);
  });

  it('are one without a name where two fight over window.ethereum', async () => {
    const { provider } = fakeWallet();
    Object.defineProperty(window, 'ethereum', { configurable: true, writable: false, value: provider });
    Reflect.set(window, 'ethereum', fakeWallet('The other').provider);
    const page = await openPage();
    await page.press('Pay with Browser wallet');
    await page.sees('Sent. Waiting for it to arrive');
  });

  it('move nothing under the payer when one appears ten seconds late, and are there when the payer comes back', async () => {
    const page = await openPage();
    const code = one(page.element, 'crypto-payment-qr');
    const { top } = code.getBoundingClientRect();
    await page.after(10_000);
    announce('late', 'Late Wallet');
    await settled(page.element);
    expect(code.getBoundingClientRect().top).to.equal(top);
    expect(page.text).not.to.contain('Late Wallet');
    window.dispatchEvent(new Event('focus'));
    await page.sees('Pay with Late Wallet');
  });

  it('are a list once there are two, with the code behind one press', async () => {
    announce('second', 'Second Wallet');
    const page = await openPage();
    expect(names(page)).to.deep.equal(['Late Wallet', 'Second Wallet']);
    expect(page.hasAddress).to.equal(false);
    await page.press('Scan or copy instead For a wallet on your phone or another device');
    expect(page.hasAddress).to.equal(true);
  });

  it('show markup as text, a huge picture not at all, and nothing of what throws', async () => {
    announce('markup', '<img src=x onerror=alert(1)>');
    announce('huge', 'Huge Wallet', `data:image/png;base64,${'A'.repeat(100_000)}`);
    announce('elsewhere', 'Elsewhere', 'https://example.org/wallet.png');
    announce('throwing', 'Second Wallet');
    const hostile = {
      get info(): never {
        throw new Error('the wallet throws');
      },
    };
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: hostile }));
    const page = await openPage();
    expect(names(page)).to.include('<img src=x onerror=alert');
    expect(all(page.element, '.wallet-icon img')).to.have.length(0);
    const huge = all(page.element, '.wallet-row').find(({ textContent }) =>
      textContent.includes('Huge Wallet'),
    );
    expect(huge?.querySelector('.wallet-icon')?.textContent).to.equal('H');
    expect(page.text).to.contain('org.example.second');
    expect(errors).to.deep.equal([]);
  });

  it('have a letter where a policy of the page forbids their pictures', async () => {
    announce('pictured', 'Pictured', 'data:image/png;base64,iVBORw0KGgo=');
    const page = await openPage();
    const image = one(page.element, '.wallet-icon img');
    await until(() => image instanceof HTMLImageElement && image.complete, 'the picture is tried');
    expect(image.hidden).to.equal(true);
    expect(image.nextElementSibling?.textContent).to.equal('P');
  });
});
