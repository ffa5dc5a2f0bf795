import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import type { SessionProblem } from '../../src/checkout/session.js';
import type { CryptoCheckout } from '../../src/elements/crypto-checkout/crypto-checkout.js';
import { LANGUAGES } from '../../src/i18n/index.js';
import { checkout, checkoutIn, offersOf, PART_DETECTED } from '../../stories/fixtures.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import { engine } from './browser-engine.js';
import { cutIn } from './overflow.js';
import { one, settled } from './checkout-fixture.js';
import { until } from '../until.js';

const PROBLEM: SessionProblem = { code: 'service_unavailable', retryable: true };

/** The part of the card that is pressed first, if any. */
const SCREENS = {
  'choosing': [ready(checkout), ''],
  'choosing of few': [ready({ ...checkout, offers: offersOf('BTC', 'ETH_BASE') }), ''],
  'awaiting': [ready(checkoutIn('awaiting')), ''],
  'canceling': [ready(checkoutIn('awaiting')), '[part~=cancel]'],
  'phone': [ready(checkoutIn('awaiting')), '#phone'],
  'exchange': [ready(checkoutIn('awaiting')), '#exchange'],
  'partial': [ready(checkoutIn('partial')), ''],
  'detected': [ready(checkoutIn('detected')), ''],
  'partial with a further payment': [ready(checkoutIn('partial', PART_DETECTED)), ''],
  'paid': [ready(checkoutIn('paid')), ''],
  'overpaid': [ready(checkoutIn('overpaid')), ''],
  'late': [ready({ ...checkoutIn('paid'), late: true }), ''],
  'expired': [ready(checkoutIn('expired')), ''],
  'expired with money': [ready({ ...checkoutIn('partial'), state: 'expired' }), ''],
  'canceled': [ready(checkoutIn('canceled')), ''],
  'error': [ready(checkout, { problem: PROBLEM }), ''],
  'trouble': [ready(checkoutIn('awaiting'), { connection: 'trouble' }), ''],
  'help': [ready(checkoutIn('awaiting')), '[part~=help]'],
} as const;

async function speaks(element: CryptoCheckout, lang: string): Promise<void> {
  await until(
    () => one(element, '.card').lang === lang && !element.hasAttribute('aria-busy'),
    `it speaks ${lang}`,
  );
}

/** The height of the checkout by screen, in English, which comes first. */
const heights = new Map<string, number>();
/** The extra height for a longer language: a line, and more if the payer opened an explanation. */
const LINE_PX = 40;
/** WebKitGTK's letters are wider: one more line here and there. */
const WIDER_TYPE_PX = engine === 'webkit' ? 18 : 0;
const LINES_PX = 108;
/** A menu of languages takes its space from the text in the footer. */
const FOOT_LINE_PX = 18;
const EXPLANATIONS: ReadonlySet<string> = new Set(['exchange', 'trouble', 'help']);

function differenceIn(where: string, screen: string, height: number, hasMenu: boolean): readonly string[] {
  const english = heights.get(screen) ?? height;
  heights.set(screen, english);
  const limit =
    (EXPLANATIONS.has(screen) ? LINES_PX : LINE_PX) + (hasMenu ? FOOT_LINE_PX : 0) + WIDER_TYPE_PX;
  return height - english > limit ? [`${where}: ${height - english} px taller than in English`] : [];
}

describe('at 320 px', () => {
  for (const [lang, name] of LANGUAGES) {
    it(`${name} (${lang}) is fully visible in every state`, async () => {
      const session = new ScriptedSession({ phase: 'loading' });
      const box = await fixture<HTMLElement>(
        html`<div style="inline-size: 320px">
          <crypto-checkout lang=${lang} resume-url="/pay#{checkout}" .session=${session}></crypto-checkout>
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
          await import('../../src/elements/crypto-payment-panel/alternatives.js');
          await settled(element);
          const card = one(element, '.card');
          const where = `${lang}, ${screen}${languages && ', menu'}`;
          if (card.scrollWidth > card.clientWidth) problems.push(`${where}: the card is too wide`);
          problems.push(
            ...differenceIn(where, screen, element.getBoundingClientRect().height, languages !== ''),
          );
          problems.push(...cutIn(element).map((text) => `${where}: ${text}`));
          session.show({ phase: 'loading' });
          await settled(element);
        }
      }
      expect(problems.join('\n')).to.equal('');
    });
  }
});
