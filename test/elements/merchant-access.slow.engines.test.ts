import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { PAYOUTS, REFUND_ITEMS } from '../../stories/desk-fixtures.js';
import type { ScriptedDesk } from '../../stories/scripted-desk.js';
import { describeWith, emulateMedia } from './browser-engine.js';
import { all, control, one, settled } from './checkout-fixture.js';
import { until } from '../until.js';
import { openStaff } from './merchant-support.js';
import { tooSmallIn } from './target-size.js';

type FormTag = 'crypto-merchant-attention' | 'crypto-merchant-payments' | 'crypto-merchant-payouts';

interface Form {
  readonly tag: FormTag;
  readonly changes: Partial<ScriptedDesk>;
  readonly attributes?: Readonly<Record<string, string>>;
  /** The button that opens it. */
  readonly button: string;
}

const second: Partial<ScriptedDesk> = { person: 'Ida Moe', scopes: ['payouts:approve'] };
const details = { payment: 'payment-of-A-1031' };

const FORMS: Readonly<Record<string, Form>> = {
  'accepting as paid': { tag: 'crypto-merchant-attention', changes: {}, button: 'Accept as paid' },
  'dismissing': { tag: 'crypto-merchant-attention', changes: {}, button: 'Dismiss' },
  'declining a refund': {
    tag: 'crypto-merchant-attention',
    changes: { items: REFUND_ITEMS },
    button: 'Decline refund',
  },
  'recording a check': {
    tag: 'crypto-merchant-attention',
    changes: { items: REFUND_ITEMS },
    button: 'Record verification',
  },
  'giving money back': {
    tag: 'crypto-merchant-payments',
    changes: {},
    attributes: details,
    button: 'Create a refund',
  },
  'adding a note': {
    tag: 'crypto-merchant-payments',
    changes: {},
    attributes: details,
    button: 'Add a note',
  },
  'canceling': {
    tag: 'crypto-merchant-payments',
    changes: {},
    attributes: { payment: 'payment-of-A-1043' },
    button: 'Cancel payment',
  },
  'approving': {
    tag: 'crypto-merchant-payouts',
    changes: { ...second, withdrawals: PAYOUTS.filter(({ id }) => id !== 'proposed-2') },
    attributes: { 'payout-url': '/sign-payout' },
    button: 'Approve',
  },
  'declining a payout': {
    tag: 'crypto-merchant-payouts',
    changes: { ...second, withdrawals: PAYOUTS.filter(({ id }) => id !== 'proposed-2') },
    button: 'Decline',
  },
  'saying what happened': { tag: 'crypto-merchant-payouts', changes: second, button: 'Record the outcome' },
};

async function openForm({ tag, changes, attributes = {}, button }: Form): Promise<Element> {
  const { element } = await openStaff(tag, changes, attributes);
  control(element, button).focus();
  await sendKeys({ press: 'Enter' });
  await settled(element);
  return element;
}

const focused = (element: Element) => element.shadowRoot?.activeElement ?? null;

describe('a form of the staff at 320 px', () => {
  before(() => setViewport({ width: 320, height: 800 }));
  after(() => setViewport({ width: 800, height: 600 }));

  for (const [name, form] of Object.entries(FORMS))
    it(`is accessible, fits, and has targets of 24 px: ${name}`, async () => {
      const element = await openForm(form);
      expect(all(element, '.decide')).to.have.length(1);
      await expect(element).to.be.accessible();
      expect(document.documentElement.scrollWidth).to.be.at.most(320);
      expect(tooSmallIn(element)).to.deep.equal([]);
    });
});

describe('a form of the staff', () => {
  for (const width of [320, 1100])
    for (const [name, form] of Object.entries(FORMS))
      it(`covers nothing and leaves room for the text beside it at ${width} px: ${name}`, async () => {
        const element = await openForm(form);
        if (element.parentElement) element.parentElement.style.inlineSize = `${width}px`;
        await settled(element);
        const box = one(element, '.decide');
        const { left, right, top, bottom } = box.getBoundingClientRect();
        expect(right - left).to.be.at.least(200);
        for (const other of box.parentElement?.children ?? []) {
          const rect = other.getBoundingClientRect();
          const isBeside =
            rect.right <= left || rect.left >= right || rect.bottom <= top || rect.top >= bottom;
          expect(isBeside || other === box, other.className).to.equal(true);
          const isText = other.textContent.trim() !== '' && rect.height > 0;
          if (isText) expect(rect.width, other.className).to.be.at.least(100);
        }
      });

  for (const [name, form] of Object.entries(FORMS))
    it(`opens by the keyboard with the focus in it, and Escape returns to its button: ${name}`, async () => {
      const element = await openForm(form);
      await until(
        () => focused(element)?.closest('.decide') instanceof HTMLElement,
        'the focus is in the form',
      );
      await sendKeys({ press: 'Escape' });
      await until(() => focused(element)?.textContent?.trim() === form.button, 'the focus is back');
    });

  it('is the only one that is open, and names its fault', async () => {
    const { element } = await openStaff('crypto-merchant-payments', {}, details);
    for (const opener of ['Dismiss', 'Add a note']) {
      const button = all(element, 'button').find(({ textContent }) => textContent.trim() === opener);
      button?.click();
      await settled(element);
      expect(all(element, 'form')).to.have.length(1);
    }
    const [form] = all(element, 'form');
    if (form instanceof HTMLFormElement) form.requestSubmit();
    await settled(element);
    const field = one(element, '[aria-invalid=true]');
    expect(one(element, `#${field.getAttribute('aria-describedby')}`).role).to.equal('alert');
  });
});

describe('the proposal of a payout', () => {
  it('is accessible with its faults, each of which belongs to its field', async () => {
    const { element } = await openStaff('crypto-merchant-payouts', {}, { 'payout-url': '/sign-payout' });
    control(element, 'Request approval').focus();
    await sendKeys({ press: 'Enter' });
    await until(() => focused(element)?.getAttribute('aria-invalid') === 'true', 'the first wrong field');
    await expect(element).to.be.accessible();
    const wrong = all(element, '[aria-invalid=true]');
    expect(wrong.map(({ id }) => id)).to.deep.equal(['amount', 'address']);
    for (const field of wrong) {
      const fault = element.shadowRoot?.getElementById(field.getAttribute('aria-describedby') ?? '');
      expect(fault?.textContent?.trim() ?? '').not.to.equal('');
    }
  });

  it('is filled in by the keyboard alone, in the order of its fields', async () => {
    const { element } = await openStaff('crypto-merchant-payouts', {}, { 'payout-url': '/sign-payout' });
    control(element, 'Request approval').closest('form')?.querySelector('select')?.focus();
    const visited: string[] = [];
    while (visited.at(-1) !== 'Request approval' && visited.length < 10) {
      const at = focused(element);
      visited.push(at?.tagName === 'BUTTON' ? at.textContent.trim() : labelOf(at));
      await sendKeys({ press: 'Tab' });
    }
    expect(visited).to.deep.equal([
      ...['Coin', 'Use all', 'Amount', 'Address on TRON', 'Addresses you have paid before'],
      ...['What it is for (optional)', 'Request approval'],
    ]);
  });
});

function labelOf(field: Element | null): string {
  const labels =
    field instanceof HTMLInputElement ||
    field instanceof HTMLSelectElement ||
    field instanceof HTMLTextAreaElement
      ? [...(field.labels ?? [])]
      : [];
  return labels
    .map((label) => (label.querySelector(':scope > span:not([translate])') ?? label).textContent.trim())
    .join();
}

describeWith('emulated media', 'the elements of the staff in forced colors', () => {
  before(() => emulateMedia({ forcedColors: 'active' }));
  after(() => emulateMedia({ forcedColors: 'none' }));

  it('show the bars of the chart in a system color', async () => {
    const { element } = await openStaff('crypto-merchant-statistics');
    const bars = [...(element.shadowRoot?.querySelectorAll('.bar rect') ?? [])];
    expect(bars.length).to.be.greaterThan(0);
    const page = getComputedStyle(element).getPropertyValue('background-color');
    for (const bar of bars) expect(getComputedStyle(bar).fill).not.to.equal(page);
  });

  it('mark the chosen tab by more than its color', async () => {
    const { element } = await openStaff('crypto-merchant');
    const [chosen, other] = all(element, '[role=tab]');
    if (!chosen || !other) throw new Error('there are two tabs');
    const marks = [chosen, other].map((tab) => {
      const { borderBlockEndColor, borderBlockEndWidth, backgroundColor } = getComputedStyle(tab);
      return [borderBlockEndColor, borderBlockEndWidth, backgroundColor].join();
    });
    expect(marks[0]).not.to.equal(marks[1]);
  });
});
