import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { CryptoCheckout } from '../../src/elements/crypto-checkout/crypto-checkout.js';
import { catalogs as payerCatalogs } from '../../src/locales/compiled/payer/catalogs.js';
import { setMessages } from '../../src/index.js';
import { checkout, checkoutIn, invoice, NOW } from '../../stories/fixtures.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import {
  all,
  control,
  everything,
  holdTimers,
  one,
  said,
  settled,
  shown,
  words,
} from './checkout-fixture.js';
import { until } from '../until.js';

/** The time after which English replaces a language that has not loaded. */
const WAIT_MS = 2000;

const KEY = 'crypto-checkout:language';

/** A checkout in a page of that language. */
async function shopIn(lang: string, snapshot = ready(checkoutIn('awaiting'))) {
  const page = await fixture<HTMLElement>(
    html`<div lang=${lang}>
      <crypto-checkout .session=${new ScriptedSession(snapshot)}></crypto-checkout>
    </div>`,
  );
  const element = page.querySelector('crypto-checkout');
  if (!element) throw new Error('There is no checkout in the page');
  return { page, element };
}

const cardOf = (element: CryptoCheckout) => one(element, '.card');
const speaks = (element: CryptoCheckout, lang: string) =>
  until(() => cardOf(element).lang === lang && !element.hasAttribute('aria-busy'), `the card speaks ${lang}`);

/** Replaces the module of a language. @returns a function that restores it */
function replaceCatalog(language: string, load: () => Promise<unknown>): () => void {
  const own = payerCatalogs[language];
  Reflect.set(payerCatalogs, language, load);
  return () => void Reflect.set(payerCatalogs, language, own);
}

/** Holds a language back until it is released, and counts its requests. */
function hold(language: string) {
  let letGo: () => void = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const held = { count: 0, letGo: () => letGo() };
  const load = payerCatalogs[language];
  replaceCatalog(language, async () => {
    held.count += 1;
    await gate;
    return load?.();
  });
  return held;
}

/** The visible parts, whatever their text. */
function seen(element: Element): string {
  const visible = everything(element).filter((each) => getComputedStyle(each).visibility === 'visible');
  const texts = visible.filter((each) => each.localName !== 'style').flatMap((each) => [...each.childNodes]);
  return words(texts.map((node) => (node instanceof Text ? node.data : '')).join(' '));
}

function languageMenu(element: CryptoCheckout): HTMLSelectElement {
  const menu = one(element, 'select');
  if (!(menu instanceof HTMLSelectElement)) throw new Error('There is no menu');
  return menu;
}

function pick(element: CryptoCheckout, tag: string): void {
  const menu = languageMenu(element);
  menu.value = tag;
  menu.dispatchEvent(new Event('change', { bubbles: true }));
}

describe('the language of the page', () => {
  it('is the one of the card, with prices as the country writes them', async () => {
    const { element } = await shopIn('pt-BR');
    await speaks(element, 'pt');
    expect(cardOf(element).dir).to.equal('ltr');
    expect(words(one(element, '.total').innerText)).to.match(/€\s49,00$/);
  });

  it('is loaded once, for any number of elements', async () => {
    const held = hold('it');
    const first = await shopIn('it');
    const second = await shopIn('it-CH');
    held.letGo();
    await Promise.all([first, second].map(({ element }) => speaks(element, 'it')));
    expect(held.count).to.equal(1);
  });

  it('is loaded in the size of the card, without text in another language', async () => {
    const held = hold('pl');
    const timers = holdTimers(WAIT_MS);
    const { element } = await shopIn('pl');
    expect(element.getAttribute('aria-busy')).to.equal('true');
    expect(seen(element)).to.equal('');
    expect(said(element)).to.equal('');
    expect(
      all(element, '.skeleton').some((bone) => getComputedStyle(bone).visibility === 'visible'),
    ).to.equal(true);
    const { height } = cardOf(element).getBoundingClientRect();
    held.letGo();
    await speaks(element, 'pl');
    await settled(element);
    expect(cardOf(element).getBoundingClientRect().height).to.equal(height);
    expect(said(element)).to.contain('50.12 USDT');
    expect(seen(element)).to.contain('50.12');
    timers.restore();
  });

  it('keeps the button of a shop in place, with its own text', async () => {
    const held = hold('tr');
    const page = await fixture<HTMLElement>(
      html`<div lang="tr"><crypto-checkout-button>Kripto</crypto-checkout-button></div>`,
    );
    const button = page.querySelector('crypto-checkout-button');
    if (!button) throw new Error('There is no button');
    await settled(button);
    expect(getComputedStyle(one(button, 'button')).visibility).to.equal('visible');
    held.letGo();
    await until(() => !button.hasAttribute('aria-busy'), 'the messages have loaded');
  });

  it('falls back to English after two seconds, and replaces it once loaded', async () => {
    const held = hold('kk');
    const timers = holdTimers(WAIT_MS);
    const { element } = await shopIn('kk');
    expect(element.hasAttribute('aria-busy')).to.equal(true);
    timers.runNext();
    timers.restore();
    await speaks(element, 'en');
    expect(shown(element)).to.contain('Send exactly');
    held.letGo();
    await speaks(element, 'kk');
  });

  it('falls back to English if it cannot be loaded, and is requested again by the next element', async () => {
    const restore = replaceCatalog('ar', () => Promise.reject(new TypeError('Failed to fetch')));
    document.documentElement.dir = 'rtl';
    const { element, page } = await shopIn('ar');
    await speaks(element, 'en');
    expect(cardOf(element).dir, 'English runs from left to right in any page').to.equal('ltr');
    expect(one(element, '[role=status]').lang).to.equal('en');
    restore();
    page.append(document.createElement('crypto-currency-picker'));
    await speaks(element, 'ar');
    expect(cardOf(element).dir).to.equal('rtl');
    document.documentElement.removeAttribute('dir');
  });

  it('falls back to English without a catalog', async () => {
    const { element } = await shopIn('uz-Cyrl');
    await speaks(element, 'en');
    expect(element.hasAttribute('aria-busy')).to.equal(false);
  });

  it('is followed when it changes; the previous messages stay until the new ones have loaded', async () => {
    const { element, page } = await shopIn('es');
    await speaks(element, 'es');
    const change = one(element, '[part~=change]');
    change.focus();
    const held = hold('uk');
    const timers = holdTimers(WAIT_MS);
    page.lang = 'uk';
    await until(() => held.count === 1, 'the messages are requested');
    await settled(element);
    expect(cardOf(element).lang).to.equal('es');
    expect(element.hasAttribute('aria-busy')).to.equal(false);
    held.letGo();
    timers.restore();
    await speaks(element, 'uk');
    expect(element.shadowRoot?.activeElement).to.equal(change);
    element.locale = 'en';
    await speaks(element, 'en');
  });
});

describe('an element of its own in a page of another language', () => {
  const session = ready(checkoutIn('paid'));
  const pieces: Readonly<Record<string, TemplateResult>> = {
    'crypto-payment-panel': html`<crypto-payment-panel .invoice=${invoice}></crypto-payment-panel>`,
    'crypto-currency-picker': html`<crypto-currency-picker
      inline
      .offers=${checkout.offers}
    ></crypto-currency-picker>`,
    'crypto-countdown': html`<crypto-countdown
      expires-at=${invoice.expiresAt ?? ''}
      starts-at=${invoice.createdAt}
      .now=${() => Date.parse(NOW)}
    ></crypto-countdown>`,
    'crypto-copy-field': html`<crypto-copy-field value="1"></crypto-copy-field>`,
    'crypto-status-badge': html`<crypto-status-badge state="paid"></crypto-status-badge>`,
    'crypto-receipt': html`<crypto-receipt outcome="paid" .checkout=${checkoutIn('paid')}></crypto-receipt>`,
    'crypto-payment-qr': html`<crypto-payment-qr payload="1" label="kod"></crypto-payment-qr>`,
  };

  for (const [tag, piece] of Object.entries(pieces)) {
    it(`${tag} is marked as English, with the direction of English (WCAG 3.1.2)`, async () => {
      const page = await fixture<HTMLElement>(html`<div lang="ur" dir="rtl">${piece}</div>`);
      const [element] = page.children;
      if (!element) throw new Error('There is no element');
      await settled(element);
      const root = one(element, '.words');
      expect([root.lang, root.dir]).to.deep.equal(['en', 'ltr']);
      expect(root.querySelector('button, [role=timer], .badge, .title, .copy')).to.not.equal(null);
    });
  }

  it('uses the language of the page if it has a catalog', async () => {
    const page = await fixture<HTMLElement>(
      html`<div lang="fa" dir="rtl"><crypto-status-badge state="paid"></crypto-status-badge></div>`,
    );
    const badge = page.querySelector('crypto-status-badge');
    if (!badge) throw new Error('There is no badge');
    await until(
      () => !badge.hasAttribute('aria-busy') && one(badge, '.words').lang === 'fa',
      'it is Persian',
    );
    expect(one(badge, '.words').dir).to.equal('rtl');
  });

  it('is marked once: inside a card the card has the mark', async () => {
    const { element } = await shopIn('ur', session);
    await settled(element);
    expect(all(element, '.words')).to.have.length(0);
    expect(cardOf(element).lang).to.equal('en');
  });
});

describe("the payer's own language", () => {
  afterEach(() => localStorage.setItem(KEY, ''));

  async function openHelp(lang: string) {
    const { element } = await shopIn(lang);
    await speaks(element, lang);
    one(element, '[part~=help]').click();
    await settled(element);
    return element;
  }

  it('is offered in the help by its own name, and nowhere else', async () => {
    const { element } = await shopIn('en');
    await settled(element);
    expect(all(element, 'select')).to.have.length(0);
    control(element, 'Help').click();
    await settled(element);
    const menu = languageMenu(element);
    expect(menu.getAttribute('aria-label')).to.equal('Language');
    expect(menu.value).to.equal('en');
    expect([...menu.options].map(({ label, lang }) => `${lang} ${label}`)).to.include.members([
      'ru Русский',
      'ar العربية',
      'zh-Hans 简体中文',
    ]);
    await expect(element).to.be.accessible();
  });

  it('is offered in the foot by a shop that names languages, in its order', async () => {
    const { element } = await shopIn('en');
    element.languages = 'uz, ru klingon EN';
    await settled(element);
    expect([...languageMenu(element).options].map(({ value }) => value)).to.deep.equal(['uz', 'ru', 'en']);
    await expect(element).to.be.accessible();
    pick(element, 'ru');
    await speaks(element, 'ru');
    expect(languageMenu(element).value).to.equal('ru');
  });

  it('applies immediately to the next payment, while the page has the same language', async () => {
    const element = await openHelp('en');
    pick(element, 'ru');
    await speaks(element, 'ru');
    expect(localStorage.getItem(KEY)).to.equal('ru en');
    await speaks((await shopIn('en-GB')).element, 'ru');
    await speaks((await shopIn('es')).element, 'es');
  });

  it('can be reverted', async () => {
    const element = await openHelp('en');
    pick(element, 'ru');
    await speaks(element, 'ru');
    pick(element, 'en');
    await speaks(element, 'en');
    await speaks((await shopIn('en')).element, 'en');
  });

  it('ignores invalid stored values, and languages that the shop does not offer', async () => {
    localStorage.setItem(KEY, '<b>ru</b> en');
    await speaks((await shopIn('en')).element, 'en');
    localStorage.setItem(KEY, 'ru en');
    const { element } = await shopIn('en');
    element.languages = 'en es';
    await speaks(element, 'en');
  });

  it('applies for the visit if nothing can be stored', async () => {
    const { setItem, getItem } = Storage.prototype;
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    Object.assign(Storage.prototype, { setItem: blocked, getItem: blocked });
    try {
      const element = await openHelp('en');
      pick(element, 'ru');
      await speaks(element, 'ru');
      pick(element, 'en');
      await speaks(element, 'en');
    } finally {
      Object.assign(Storage.prototype, { setItem, getItem });
    }
  });
});

describe("the shop's own messages", () => {
  it('apply immediately, also to a language that loads later', async () => {
    const { element } = await shopIn('en');
    setMessages('en', { sendExactly: 'Please send' });
    await until(() => shown(element).includes('Please send'), 'the messages of the shop');
    setMessages('en', { sendExactly: 'Send exactly' });
    setMessages('vi', { sendExactly: 'Gửi đúng số này' });
    const other = await shopIn('vi');
    await speaks(other.element, 'vi');
    await until(() => shown(other.element).includes('Gửi đúng số này'), 'over the loaded ones');
  });
});

describe('from right to left', () => {
  for (const lang of ['ar', 'fa'] as const) {
    it(`${lang}: the card is mirrored, copied text is not`, async () => {
      const { element } = await shopIn(lang);
      await speaks(element, lang);
      await settled(element);
      const direction = (selector: string) => getComputedStyle(one(element, selector)).direction;
      expect(direction('.body')).to.equal('rtl');
      expect(direction('bdi.amount')).to.equal('ltr');
      expect(direction('.groups')).to.equal('ltr');
      const [mark, total] = ['.shop-mark', '.total'].map((name) =>
        one(element, name).getBoundingClientRect(),
      );
      expect(mark?.left).to.be.at.least(total?.right ?? Infinity);
    });
  }

  /** The position where some of the text of an element begins. */
  function leftOf(text: string, element: Element): number {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const at = walker.currentNode.textContent?.indexOf(text) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + text.length);
      return range.getBoundingClientRect().left;
    }
    throw new Error(`"${text}" is not there`);
  }

  it('reads an amount in a sentence, and a coin on its network, in their order', async () => {
    const { element } = await shopIn('ar', ready(checkoutIn('partial')));
    await speaks(element, 'ar');
    await settled(element);
    const received = one(element, '.received p');
    expect(leftOf('50.12', received), '50.12 USDT').to.be.below(leftOf('USDT', received));
    one(element, '[part~=help]').click();
    await settled(element);
    const chosen = all(element, 'dd').find((each) => each.innerText.includes('TRON'));
    if (!chosen) throw new Error('The coin is not named');
    expect(leftOf('USDT', chosen), 'read from the right').to.be.above(leftOf('TRON', chosen));
    expect(leftOf('TRON', chosen)).to.be.below(leftOf('TRC', chosen));
  });

  for (const state of ['choosing', 'awaiting', 'partial', 'detected', 'paid', 'expired'] as const) {
    it(`is accessible in Arabic while the payment is ${state}`, async () => {
      const { element } = await shopIn('ar', ready(checkoutIn(state)));
      await speaks(element, 'ar');
      await settled(element);
      await expect(element).to.be.accessible();
    });
  }

  it("leaves the shop's text in the page's own direction", async () => {
    const { element } = await shopIn('ar');
    element.closest('div')?.setAttribute('dir', 'ltr');
    element.innerHTML = '<p slot="footer">Questions? Call us.</p>';
    await speaks(element, 'ar');
    const footer = element.querySelector('p');
    expect(footer && getComputedStyle(footer).direction).to.equal('ltr');
  });
});
