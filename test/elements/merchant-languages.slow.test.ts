import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { LANGUAGES } from '../../src/i18n/index.js';
import { paidPaymentOf, PAYOUTS, REFUND_ITEMS } from '../../stories/desk-fixtures.js';
import type { ScriptedDesk } from '../../stories/scripted-desk.js';
import { all, one, settled, shown } from './checkout-fixture.js';
import { until } from '../until.js';
import { openStaff } from './merchant-support.js';
import { cutIn } from './overflow.js';

type Tag = Parameters<typeof openStaff>[0];

interface Scene {
  readonly tag: Tag;
  readonly changes: Partial<ScriptedDesk>;
  readonly attributes?: Readonly<Record<string, string>>;
  /** What a person does there first. */
  readonly act?: (element: Element) => Promise<void>;
}

/** Opens the form that gives money back, with an amount. */
const giveBack = (amount: string) => async (element: Element) => {
  one(element, '[data-opens^=give-]').click();
  await settled(element);
  for (const [name, value] of [
    ['address', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'],
    ['amount', amount],
  ] as const)
    Reflect.set(one(element, `#give-${name}`), 'value', value);
  one(element, '.give [type=submit]').click();
  await settled(element);
};

const SCENES: Readonly<Record<string, Scene>> = {
  'whole': { tag: 'crypto-merchant', changes: {} },
  'refunds': { tag: 'crypto-merchant-attention', changes: { items: REFUND_ITEMS } },
  'payments': { tag: 'crypto-merchant-payments', changes: {} },
  'payment': {
    tag: 'crypto-merchant-payments',
    changes: {},
    attributes: { payment: 'payment-of-A-1031' },
  },
  'too small a refund': {
    tag: 'crypto-merchant-payments',
    changes: { current: paidPaymentOf },
    attributes: { payment: 'payment-of-A-1001' },
    act: giveBack('0.0000001'),
  },
  'a refund of more than is owed': {
    tag: 'crypto-merchant-payments',
    changes: { current: paidPaymentOf },
    attributes: { payment: 'payment-of-A-1001' },
    act: giveBack('52.619999'),
  },
  'balances': { tag: 'crypto-merchant-balances', changes: {} },
  'statistics': { tag: 'crypto-merchant-statistics', changes: {} },
  'payouts': { tag: 'crypto-merchant-payouts', changes: {} },
  'payouts of another': {
    tag: 'crypto-merchant-payouts',
    changes: { person: 'Ida Moe', scopes: ['payouts:approve'], withdrawals: PAYOUTS },
  },
};

/** The first title, by scene, in English, which comes first. */
const titles = new Map<string, string>();
const titleOf = (element: Element) => all(element, 'h2, [role=tab]')[0]?.textContent.trim() ?? '';

describe('the elements of the staff at 320 px', () => {
  before(() => setViewport({ width: 320, height: 800 }));
  after(() => setViewport({ width: 800, height: 600 }));

  for (const [lang, name] of LANGUAGES)
    it(`are whole: ${name} (${lang})`, async () => {
      const problems: string[] = [];
      for (const [scene, { tag, changes, attributes, act }] of Object.entries(SCENES)) {
        const { element } = await openStaff(tag, changes, { ...attributes, locale: lang });
        const isLoaded = () => titleOf(element) !== '' && all(element, '[aria-busy=true]').length === 0;
        await until(
          () => isLoaded() && (lang === 'en' || titleOf(element) !== titles.get(scene)),
          `${scene} speaks ${lang}`,
        );
        if (lang === 'en') titles.set(scene, titleOf(element));
        await settled(element);
        await act?.(element);
        if (document.documentElement.scrollWidth > 320) problems.push(`${scene}: the page is too wide`);
        // The name of a month that a browser lacks.
        problems.push(...(/\bM\d\d\b.*/.exec(shown(element)) ?? []).map((text) => `${scene}: ${text}`));
        problems.push(...cutIn(element, element).map((text) => `${scene}: ${text}`));
        element.remove();
      }
      expect(problems.join('\n')).to.equal('');
    });
});
