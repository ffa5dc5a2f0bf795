import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { catalogs as walletCatalogs } from '../../src/locales/compiled/wallets/catalogs.js';
import { catalogs as payerCatalogs } from '../../src/locales/compiled/payer/catalogs.js';
import { catalogs as refundCatalogs } from '../../src/locales/compiled/refunds/catalogs.js';
import { catalogs as staffCatalogs } from '../../src/locales/compiled/staff/catalogs.js';
import { checkoutIn, refund, withRefunds } from '../../stories/fixtures.js';
import { deskWith } from '../../stories/scripted-desk.js';
import { ready } from '../../stories/scripted-session.js';
import { until } from '../until.js';
import { all, holdTimers, one, openCard, settled, shown } from './checkout-fixture.js';
import './merchant-support.js';
import { open, WALLET_SCENES } from './parts-support.js';

/** The time after which English replaces a language that has not loaded. */
const WAIT_MS = 2000;
/** The pause after the first failure. */
const RETRY_MS = 5000;
/** Enough for a chunk of the test server. */
const SOON_MS = 5000;

/** Answers 404, as a release that is no longer deployed does. */
const MISSING = '/.chunks/a-language-of-another-release.js';
const missing = (): Promise<unknown> => import(MISSING);

/** Replaces the chunk of a language. @returns a function that restores it */
function replaceChunk(registry: object, name: string, load: () => Promise<unknown>): () => void {
  const own: unknown = Reflect.get(registry, name);
  Reflect.set(registry, name, load);
  return () => void Reflect.set(registry, name, own);
}

/** The messages of a language. */
async function messagesIn<T>(
  registry: Readonly<Record<string, () => Promise<{ readonly messages: T }>>>,
  language: string,
): Promise<T> {
  const { messages } = (await registry[language]?.()) ?? {};
  if (!messages) throw new Error(`There are no messages in ${language}`);
  return messages;
}

/** Reports a connection to the page, once the request before it has failed. */
async function returnOnline(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 100));
  window.dispatchEvent(new Event('online'));
}

/** Collects the console lines about languages while `work` runs. */
async function warningsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const { warn } = console;
  const lines: string[] = [];
  console.warn = (line: unknown) => lines.push(String(line));
  await work().finally(() => (console.warn = warn));
  return lines.filter((line) => line.includes('could not be loaded'));
}

async function openStaffIn<Tag extends `crypto-merchant${string}` & keyof HTMLElementTagNameMap>(
  tag: Tag,
  locale: string,
): Promise<HTMLElementTagNameMap[Tag]> {
  const element = Object.assign(document.createElement(tag), { client: deskWith({}), locale });
  await fixture(html`${element}`);
  return element;
}

/** The first title, or that of the first tab. */
const titleOf = (element: Element) => all(element, 'h2, [role=tab]')[0]?.textContent.trim() ?? '';

describe('a language whose chunk answers 404', () => {
  it('is English in a checkout, and is requested again after a pause, with one warning', async () => {
    const timers = holdTimers(RETRY_MS);
    let requests = 0;
    const restore = replaceChunk(payerCatalogs, 'it', () => {
      requests += 1;
      return missing();
    });
    const warnings = await warningsOf(async () => {
      const { element } = await openCard(ready(checkoutIn('awaiting')), { locale: 'it' });
      await until(() => shown(element).includes('Send exactly'), 'the checkout is in English');
      expect(element.hasAttribute('aria-busy')).to.equal(false);
      timers.runNext();
      await until(() => requests === 2, 'the language is requested again', Boolean, SOON_MS);
      expect(shown(element)).to.include('Send exactly');
      await returnOnline();
      await until(() => requests === 3, 'the language is requested again', Boolean, SOON_MS);
      restore();
      await returnOnline();
      await until(() => one(element, '.card').lang === 'it', 'the checkout is in Italian', Boolean, SOON_MS);
    }).finally(timers.restore);
    expect(warnings).to.have.length(1);
  });

  it('is English in the form for a refund, and replaces it in place', async () => {
    const { title } = await messagesIn(refundCatalogs, 'de');
    const restore = replaceChunk(refundCatalogs, 'de', missing);
    const { element } = await openCard(ready(withRefunds([refund], undefined, true)), { locale: 'de' });
    await until(() => one(element, '.card').lang === 'de', 'the checkout is in German');
    one(element, '#refund-1').click();
    await until(() => all(element, '#refund-email').length > 0, 'the form is there');
    expect(shown(element)).not.to.include(title);
    restore();
    await returnOnline();
    await until(() => shown(element).includes(title), 'the form is in German', Boolean, SOON_MS);
  });

  it('is English in the screens of a wallet, and replaces it in place', async () => {
    const { otherWay } = await messagesIn(walletCatalogs, 'es');
    const restore = replaceChunk(walletCatalogs, 'es', missing);
    const scene = WALLET_SCENES['wallet: connecting'];
    if (!scene) throw new Error('There is no such scene');
    const element = await open({ content: scene.content, brings: '#pay-with-wallet' });
    element.setAttribute('locale', 'es');
    await until(() => one(element, '.card').lang === 'es', 'the checkout is in Spanish');
    one(element, '#pay-with-wallet').click();
    await until(() => all(element, '.track').length > 0, 'the wallet is asked');
    expect(shown(element)).not.to.include(otherWay);
    restore();
    await returnOnline();
    await until(() => shown(element).includes(otherWay), 'the screen is in Spanish', Boolean, SOON_MS);
  });

  it('is English in an element of the staff if it answers nothing, and replaces it in place', async () => {
    const timers = holdTimers(WAIT_MS);
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const load = staffCatalogs.tr;
    const restore = replaceChunk(staffCatalogs, 'tr', () => answered.then(load));
    const element = await openStaffIn('crypto-merchant-balances', 'tr');
    expect(element.hasAttribute('aria-busy')).to.equal(true);
    timers.runNext();
    timers.restore();
    await until(() => titleOf(element) === 'Balances', 'the element is in English', Boolean, SOON_MS);
    answer();
    await until(() => titleOf(element) !== 'Balances', 'the element is in Turkish', Boolean, SOON_MS);
    restore();
  });

  it('keeps the language of an element of the staff while another one loads', async () => {
    const element = await openStaffIn('crypto-merchant-balances', 'pt');
    await until(() => titleOf(element) !== '', 'the element is in Portuguese', Boolean, SOON_MS);
    const title = titleOf(element);
    const restore = replaceChunk(staffCatalogs, 'vi', missing);
    element.locale = 'vi';
    await element.updateComplete;
    expect(titleOf(element)).to.equal(title);
    restore();
    await returnOnline();
    await until(() => ![title, ''].includes(titleOf(element)), 'it is in Vietnamese', Boolean, SOON_MS);
  });

  for (const [tag, language] of [
    ['crypto-merchant', 'de'],
    ['crypto-merchant-attention', 'es'],
    ['crypto-merchant-balances', 'fr'],
    ['crypto-merchant-payments', 'ar'],
    ['crypto-merchant-payouts', 'pl'],
    ['crypto-merchant-statistics', 'uk'],
  ] as const)
    it(`is English in ${tag}, and loads when the browser is online again`, async () => {
      const restore = replaceChunk(staffCatalogs, language, missing);
      const element = await openStaffIn(tag, language);
      const title = () => titleOf(element);
      await until(() => title() !== '', 'the element is not blank', Boolean, SOON_MS);
      const english = title();
      expect(element.hasAttribute('aria-busy')).to.equal(false);
      restore();
      await returnOnline();
      await until(
        () => title() !== '' && title() !== english,
        'the element has its language',
        Boolean,
        SOON_MS,
      );
      await settled(element);
      for (const words of all(element, '.words')) expect(words.lang).to.equal(language);
    });
});
