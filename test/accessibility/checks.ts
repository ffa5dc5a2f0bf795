// What is checked per element and per page, and the checks that only a person can make.
import type { Evidence } from './criteria.js';

export interface CheckedElement {
  readonly tag: string;
  /** The files of `stories` whose stories are its states. */
  readonly stories: readonly string[];
  /** Tests of the element beside the gallery. */
  readonly tests: readonly Evidence[];
}

const element = (
  tag: string,
  stories: string | readonly string[],
  tests: Readonly<Record<string, readonly string[]>>,
) => ({
  tag,
  stories: [stories].flat(),
  tests: Object.entries(tests).flatMap(([name, titles]) =>
    titles.map((title) => ({ file: `test/elements/${name}.test.ts`, title })),
  ),
});

export const ELEMENTS: readonly CheckedElement[] = [
  element('crypto-checkout', ['checkout.stories.ts', 'refund.stories.ts', 'wallet.stories.ts'], {
    'browser-wallet-access.engines': ['is accessible in ${theme}, ${dir}, in every state'],
    'checkout.engines': ['is accessible in ${theme}', 'has one polite live region'],
    'refund': ['asks by the keyboard alone', 'follows every change, read out once'],
    'refund-access.engines': ['is accessible in ${theme}, ${dir}, in every state'],
    'keyboard-navigation.engines': [
      'is chosen, copied, enlarged, explained and ended',
      'breaks no rule of accessibility: ${colorScheme}',
    ],
    'languages': ['is accessible in Arabic while the payment is ${state}'],
  }),
  element('crypto-checkout-button', 'elements/crypto-checkout-button.stories.ts', {
    'button.engines': [
      'is accessible in ${theme}: ready, open and disabled',
      'opens by the keyboard, and has the focus again when the checkout is closed',
    ],
  }),
  element('crypto-deposit', 'deposit.stories.ts', {
    deposit: [
      'is accessible in ${theme}, ${dir}',
      'works by the keyboard alone: coin, network, address, copy, another coin, back',
      'announces every screen once',
    ],
  }),
  element('crypto-currency-picker', 'picker.stories.ts', {
    'currency-picker-access.engines': [
      'breaks no rule of accessibility in ${scheme}, ${direction}',
      'can be used by the keyboard alone, from the button to the choice and back',
    ],
  }),
  element('crypto-payment-panel', 'panel.stories.ts', {
    'payment-panel.engines': ['is accessible in ${theme}'],
    'payment-panel-ways': ['is accessible from right to left and in the dark'],
  }),
  element('crypto-receipt', 'elements/crypto-receipt.stories.ts', {
    receipt: ['is accessible in ${theme}, also from right to left'],
  }),
  element('crypto-payment-qr', 'elements/crypto-payment-qr.stories.ts', {
    'payment-qr.engines': ['names its content for a screen reader'],
    'payment-qr-large': ['is closed by ${way}, and the focus is back on the code'],
  }),
  element('crypto-copy-field', 'elements/crypto-copy-field.stories.ts', {
    'copy-field.engines': ['announces once that it has copied, on a button that keeps its width'],
  }),
  element('crypto-countdown', 'elements/crypto-countdown.stories.ts', {
    countdown: ['is a timer with a name that is not announced every second'],
  }),
  element('crypto-status-badge', 'elements/crypto-status-badge.stories.ts', {
    receipt: ['has its own text and icon for every state, readable in ${theme}'],
  }),
];

const NO_SMALL_TARGET = 'has no style attribute, no inline handler, and no target below 24 px';

/** Checks of the states of each of them, at 320 px and wider. */
const SOUND = ['is accessible in ${theme}, ${dir}', NO_SMALL_TARGET, 'fits into ${width} px'].map(
  (title) => ({
    file: 'test/elements/merchant-support.ts',
    title,
  }),
);

const TABLES_OF_STAFF = [
  'stays a table with a name, and a column for each cell: ${tag}',
  'cuts no text with the text spacing of WCAG 1.4.12: ${tag}',
];

const FORMS_OF_STAFF = [
  'is accessible, fits, and has targets of 24 px: ${name}',
  'opens by the keyboard with the focus in it, and Escape returns to its button: ${name}',
];

function ofStaff(name: string, tests: Readonly<Record<string, readonly string[]>>): CheckedElement {
  const tag = name ? `crypto-merchant-${name}` : 'crypto-merchant';
  const row = element(tag, `elements/${tag}.stories.ts`, tests);
  return { ...row, tests: [...SOUND, ...row.tests] };
}

/** The elements of the shop's staff: tables, forms, tabs and a chart. */
export const STAFF_ELEMENTS: readonly CheckedElement[] = [
  ofStaff('', {
    'merchant-whole.slow': [
      'moves between the tabs with the arrow keys, in the direction of reading',
      'links every tab with its panel, of which one is shown',
    ],
    'merchant-access.slow.engines': ['mark the chosen tab by more than its color'],
  }),
  ofStaff('attention', {
    'merchant-access.slow.engines': FORMS_OF_STAFF,
    'merchant-attention.slow': [
      'reads its list again at a change, and announces what is new',
      'returns to the button on Escape, and keeps a note when the decision fails',
    ],
  }),
  ofStaff('payments', {
    'merchant-tables.slow.engines': TABLES_OF_STAFF,
    'merchant-access.slow.engines': [...FORMS_OF_STAFF, 'is the only one that is open, and names its fault'],
    'merchant-payments.slow': [
      'are accessible at ${width} px',
      'open from the row, take the focus, and give it back on Escape',
      'moves between rows with the arrow keys',
      'stays a table for a screen reader when it looks like cards',
    ],
  }),
  ofStaff('balances', { 'merchant-tables.slow.engines': TABLES_OF_STAFF }),
  ofStaff('statistics', {
    'merchant-tables.slow.engines': TABLES_OF_STAFF,
    'merchant-figures.slow': ['shows counts and sums by status, with silent bars'],
    'merchant-access.slow.engines': ['show the bars of the chart in a system color'],
  }),
  ofStaff('payouts', {
    'merchant-tables.slow.engines': TABLES_OF_STAFF,
    'merchant-access.slow.engines': FORMS_OF_STAFF,
    'merchant-payouts.slow': [
      'shows and announces a change at once',
      'leaves a form at Escape, back to its button',
    ],
  }),
];

export interface CheckedPage {
  readonly name: string;
  readonly states: readonly string[];
  /** What was checked, and how. */
  readonly how: string;
  readonly tests: readonly Evidence[];
}

const ACCESS = 'test/package/payment-page-access.slow.test.ts';
const LOOKS =
  'axe-core with its default rules in Chromium, in light at 1280 px and in dark at 320 px; nothing is wider than the window, covers a heading or breaks a label';

/** The pages that the proxy serves itself. */
export const PAGES: readonly CheckedPage[] = [
  {
    name: 'payment page (`/pay/<order token>`)',
    states: [
      'choice of a coin',
      'open payment',
      'receipt',
      'link of a paid order',
      'expired link',
      'unknown link',
    ],
    how: LOOKS,
    tests: [
      {
        file: ACCESS,
        title: 'is accessible from the choice to the receipt, and when its link is opened again',
      },
      { file: ACCESS, title: 'is accessible when its link ${state}' },
    ],
  },
  {
    name: 'payment page without JavaScript',
    states: ['form with the coins', 'address and amount'],
    how: `${LOOKS}, in the content that such a browser shows`,
    tests: [{ file: ACCESS, title: 'is accessible without JavaScript, from the choice to the address' }],
  },
  {
    name: 'payment page in Firefox and WebKitGTK',
    states: ['choice of a coin', 'open payment', 'receipt'],
    how: 'nothing is wider than the window, at 320 and 1280 px, in light and in dark; no axe-core',
    tests: [
      {
        file: 'test/browsers/payment-page-looks.ts',
        title: 'is paid at ${width} px, and nothing is wider than the window',
      },
    ],
  },
];

/** A check by a person, with its record, or `null` if it was not done. */
export interface HandCheck {
  readonly what: string;
  readonly criteria: readonly string[];
  readonly record: null | {
    /** Such as 2026-11-25. */
    readonly date: string;
    readonly who: string;
    /** Software, versions and steps. */
    readonly how: string;
    readonly result: string;
  };
}

export const HAND_CHECKS: readonly HandCheck[] = [
  {
    what: 'a decision of the staff, a payment, and a payout with a screen reader',
    criteria: ['1.3.1', '1.3.2', '2.4.6', '3.3.1', '4.1.2', '4.1.3'],
    record: null,
  },
  {
    what: 'the tables and the chart of the staff with text spacing, and with high contrast on Windows',
    criteria: ['1.4.11', '1.4.12'],
    record: null,
  },
  {
    what: 'a payment with NVDA, JAWS or Narrator on Windows',
    criteria: ['1.1.1', '1.3.1', '1.3.2', '3.3.1', '4.1.2', '4.1.3'],
    record: null,
  },
  {
    what: 'a payment with VoiceOver on macOS and iOS',
    criteria: ['1.1.1', '1.3.1', '1.3.2', '3.3.1', '4.1.2', '4.1.3'],
    record: null,
  },
  {
    what: 'a payment with TalkBack on Android',
    criteria: ['1.1.1', '1.3.1', '1.3.2', '3.3.1', '4.1.2', '4.1.3'],
    record: null,
  },
  { what: 'every state with the keyboard, by a person', criteria: ['2.1.1', '2.1.2', '2.4.3'], record: null },
  { what: 'every state for a visible focus', criteria: ['2.4.7', '2.4.11'], record: null },
  { what: 'text at 200 % without zoom', criteria: ['1.4.4'], record: null },
  { what: 'text spacing of 1.4.12 inside the elements', criteria: ['1.4.12'], record: null },
  { what: 'high contrast on Windows', criteria: ['1.4.11'], record: null },
  { what: 'every state in shades of gray', criteria: ['1.4.1'], record: null },
  { what: 'a payment with speech control', criteria: ['2.5.3'], record: null },
  { what: 'a payment with a switch device', criteria: ['2.1.1', '2.4.3'], record: null },
  {
    what: 'the texts, read for clarity',
    criteria: ['1.3.3', '2.4.4', '2.4.6', '3.3.2', '3.3.3'],
    record: null,
  },
];
