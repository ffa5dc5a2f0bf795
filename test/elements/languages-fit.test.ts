import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import type { SessionProblem } from '../../src/checkout/session.js';
import type { CryptoCheckout } from '../../src/elements/crypto-checkout/crypto-checkout.js';
import { LANGUAGES } from '../../src/i18n/index.js';
import { checkout, checkoutIn, offersOf } from '../../stories/fixtures.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import { everything, one, settled, until, words } from './support.js';

const PROBLEM: SessionProblem = { code: 'service_unavailable', retryable: true };

/** The part of the card that is pressed first, if any. */
const SCREENS = {
  'choosing': [ready(checkout), ''],
  'choosing of few': [ready({ ...checkout, offers: offersOf('BTC', 'ETH_BASE') }), ''],
  'awaiting': [ready(checkoutIn('awaiting')), ''],
  'canceling': [ready(checkoutIn('awaiting')), '[part=cancel]'],
  'exchange': [ready(checkoutIn('awaiting')), '#exchange'],
  'partial': [ready(checkoutIn('partial')), ''],
  'detected': [ready(checkoutIn('detected')), ''],
  'paid': [ready(checkoutIn('paid')), ''],
  'overpaid': [ready(checkoutIn('overpaid')), ''],
  'late': [ready({ ...checkoutIn('paid'), late: true }), ''],
  'expired': [ready(checkoutIn('expired')), ''],
  'expired with money': [ready({ ...checkoutIn('partial'), state: 'expired' }), ''],
  'canceled': [ready(checkoutIn('canceled')), ''],
  'error': [ready(checkout, { problem: PROBLEM }), ''],
  'trouble': [ready(checkoutIn('awaiting'), { connection: 'trouble' }), ''],
  'help': [ready(checkoutIn('awaiting')), '[part=help]'],
} as const;

/** Names of the shop's and the payer's may be cut; words of ours may not. */
const MAY_BE_CUT = '.shop-name, .order-id, .exact.cut, .cut, select, .hidden, .hidden *';

/** Where the text of an element itself stands, line by line. */
function textBoxes(element: Element): readonly DOMRect[] {
  return [...element.childNodes].flatMap((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return node instanceof Text ? [...range.getClientRects()] : [];
  });
}

/** Every text that sticks out of the card or of its own box. */
function cutIn(element: Element): readonly string[] {
  const card = one(element, '.card').getBoundingClientRect();
  const cut: string[] = [];
  for (const each of everything(element)) {
    if (!(each instanceof HTMLElement) || each.matches(MAY_BE_CUT) || each.closest('[popover]')) continue;
    const text = words([...each.childNodes].map((node) => (node instanceof Text ? node.data : '')).join(' '));
    if (text === '' || each.localName === 'style' || each.getClientRects().length === 0) continue;
    const style = getComputedStyle(each);
    if (style.clipPath !== 'none' || style.visibility !== 'visible') continue;
    const button = each.closest('button, a')?.getBoundingClientRect() ?? card;
    const isOut = [...textBoxes(each), button].some(({ left, right }) => {
      const isOutOfButton = left < button.left - 0.5 || right > button.right + 0.5;
      return isOutOfButton || left < card.left - 0.5 || right > card.right + 0.5;
    });
    const isCut = style.display !== 'inline' && each.scrollWidth > each.clientWidth + 1;
    if (isOut || isCut) cut.push(`${each.localName}.${each.className}: ${text}`);
  }
  return cut;
}

async function speaks(element: CryptoCheckout, lang: string): Promise<void> {
  await until(
    () => one(element, '.card').lang === lang && !element.hasAttribute('aria-busy'),
    `it speaks ${lang}`,
  );
}

describe('at 320 px', () => {
  for (const [lang, name] of LANGUAGES) {
    it(`${name} (${lang}) is whole in every state`, async () => {
      const session = new ScriptedSession({ phase: 'loading' });
      const box = await fixture<HTMLElement>(
        html`<div style="inline-size: 320px">
          <crypto-checkout lang=${lang} .session=${session}></crypto-checkout>
        </div>`,
      );
      const element = box.querySelector('crypto-checkout');
      if (!element) throw new Error('There is no checkout');
      await speaks(element, lang);
      const problems: string[] = [];
      for (const languages of ['', 'en ru ar']) {
        element.languages = languages;
        for (const [screen, [snapshot, press]] of Object.entries(SCREENS)) {
          session.show(snapshot);
          await settled(element);
          if (press) one(element, press).click();
          await import('../../src/elements/crypto-payment-panel/ways.js');
          await settled(element);
          const card = one(element, '.card');
          const where = `${lang}, ${screen}${languages && ', menu'}`;
          if (card.scrollWidth > card.clientWidth) problems.push(`${where}: the card is too wide`);
          problems.push(...cutIn(element).map((text) => `${where}: ${text}`));
          session.show({ phase: 'loading' });
          await settled(element);
        }
      }
      expect(problems.join('\n')).to.equal('');
    });
  }
});
