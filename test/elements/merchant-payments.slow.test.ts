import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { PAYMENTS, paymentOf } from '../../stories/desk-fixtures.js';
import { deskWith, type ScriptedDesk } from '../../stories/scripted-desk.js';
import { all, control, hear, holdTimers, one, said, settled, shown, words } from './checkout-fixture.js';
import { until } from '../until.js';
import { catchFiles, itIsSound, openStaff } from './merchant-support.js';

const TAG = 'crypto-merchant-payments';

const STATES: Readonly<Record<string, readonly [Partial<ScriptedDesk>, string]>> = {
  'list': [{}, 'A-1043'],
  'none yet': [{ rows: [] }, 'No payments yet'],
  'loading': [{ isSilent: true }, 'Payments'],
  'not reachable': [{ problem: { kind: 'unreachable' } }, 'We couldn’t load this'],
};

const rowNames = (element: Element) => all(element, '.open').map(({ textContent }) => textContent.trim());

/** Rows of many pages. */
const many = Array.from({ length: 230 }, (_, index) => ({
  ...(PAYMENTS[2] ?? PAYMENTS[0]),
  id: `payment-${index}`,
  order: { id: index === 7 ? '=1+1' : `B-${index}`, amount: '5.00', currency: 'EUR' },
})) as unknown as typeof PAYMENTS;

async function choose(element: Element, index: number, value: string): Promise<void> {
  const select = all(element, 'select')[index];
  if (!(select instanceof HTMLSelectElement)) throw new Error('there is no such filter');
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await settled(element);
}

describe('crypto-merchant-payments', () => {
  for (const [name, [changes, text]] of Object.entries(STATES)) {
    describe(name, () => {
      it('says so', async () => {
        expect(shown((await openStaff(TAG, changes)).element)).to.contain(text);
      });
      itIsSound(TAG, () => changes);
    });
  }

  describe('details', () => {
    for (const width of [390, 1100]) {
      it(`are accessible at ${width} px`, async () => {
        const { element } = await openStaff(TAG, {}, { payment: 'payment-of-A-1031' });
        if (element.parentElement) element.parentElement.style.inlineSize = `${width}px`;
        await settled(element);
        await expect(element).to.be.accessible();
        const panel = one(element, '.panel');
        expect(panel.scrollWidth).to.be.at.most(panel.clientWidth);
      });
    }

    it('have what happened, invoices, transactions, decisions, events and what the staff did', async () => {
      const { element } = await openStaff(TAG, {}, { payment: 'payment-of-A-1031' });
      const text = shown(element);
      for (const part of [
        'History',
        'INV-3TT9PLWE',
        '045ef5…017409',
        'Both orders are of the same customer.',
      ])
        expect(text).to.contain(part);
      for (const part of [
        'checkout.underpaid',
        'failed',
        'The customer will write.',
        'We deliver today.',
        'She signed a message.',
        '30 USDT',
      ])
        expect(text).to.contain(part);
    });

    it('tell in one list which coin was chosen when and at which price, and which event reached the shop', async () => {
      const current = (id: string) => {
        const payment = paymentOf(id);
        return { ...payment, order: { ...payment.order, amount: '45.50' } };
      };
      const { element } = await openStaff(TAG, { current }, { payment: 'payment-of-A-1031' });
      expect(all(element, '.timeline li > span').map(({ innerText }) => words(innerText))).to.deep.equal([
        'The payer opened the checkout',
        'BTC chosen, €49.00',
        'USDT on TRON chosen, €49.00',
        'Partially paid checkout.partial, delivered',
        'Invoice: Underpaid',
        'Invoice: Expired',
        'Underpaid checkout.underpaid, failed',
        'The entry for order A-1031 was dismissed.',
      ]);
    });

    for (const lang of ['en', 'de', 'uk'])
      it(`cover no column of the table: ${lang}`, async () => {
        const { element } = await openStaff(TAG, {}, { payment: 'payment-of-A-1031', locale: lang });
        const isIn = () => all(element, '[lang]').some((node) => node.lang === lang);
        await until(() => all(element, '.main').length > 0 && isIn(), 'the language');
        for (const width of [600, 800, 940, 987, 989, 1100]) {
          if (element.parentElement) element.parentElement.style.inlineSize = `${width}px`;
          const main = one(element, '.main');
          expect(main.scrollWidth, `${width} px`).to.be.at.most(main.clientWidth);
        }
      });

    it('open from the row, take the focus, and give it back on Escape', async () => {
      const { element } = await openStaff(TAG);
      const heard = hear('crypto-merchant-open');
      control(element, 'A-1031').click();
      await until(() => shown(element).includes('Order A-1031'), 'the details');
      await settled(element);
      heard.stop();
      expect(heard.events).to.have.length(1);
      expect(one(element, '#details-title').matches(':focus')).to.equal(true);
      expect(control(element, 'A-1031').getAttribute('aria-expanded')).to.equal('true');
      one(element, '#details-title').dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
      );
      await settled(element);
      expect(all(element, '.details')).to.have.length(0);
      expect(control(element, 'A-1031').matches(':focus')).to.equal(true);
    });

    it('take no focus when the page opens them from the start', async () => {
      const element = document.createElement(TAG);
      Object.assign(element, { client: deskWith({}), payment: 'payment-of-A-1031', locale: 'en-GB' });
      await fixture(html`${element}`);
      await until(() => shown(element).includes('Order A-1031'), 'the details');
      expect(one(element, '#details-title').matches(':focus')).to.equal(false);
    });

    it('cancel after one question that says what the payer will see', async () => {
      const { element, desk } = await openStaff(TAG, {}, { payment: 'payment-of-A-1043' });
      control(element, 'Cancel payment').click();
      await settled(element);
      expect(shown(element)).to.contain('not to send to the address');
      control(element, 'Keep payment').click();
      await settled(element);
      expect(control(element, 'Cancel payment').matches(':focus')).to.equal(true);
      control(element, 'Cancel payment').click();
      await settled(element);
      expect(desk.steps).to.deep.equal([]);
      control(element, 'Yes, cancel').click();
      await until(() => said(element) === 'The payment for order A-1043 was canceled.', 'the announcement');
      expect(desk.steps).to.deep.equal(['cancel payment-of-A-1043']);
    });

    it('send an event again, save a note, and settle', async () => {
      const { element, desk } = await openStaff(TAG, {}, { payment: 'payment-of-A-1031' });
      control(element, 'Resend event').click();
      await until(() => said(element) === 'The event is being resent.', 'the announcement');
      control(element, 'Add a note').click();
      await settled(element);
      const field = one(element, 'textarea');
      Reflect.set(field, 'value', 'Called the customer');
      one(element, '.decide [type=submit]').click();
      await until(() => said(element) === 'Note saved.', 'the announcement');
      control(element, 'Accept as paid').click();
      await settled(element);
      one(element, '.decide [type=submit]').click();
      await until(() => said(element) === 'Order A-1031 was accepted as paid.', 'the announcement');
      const id = 'payment-of-A-1031';
      expect(desk.steps).to.deep.equal([
        'resend evt-1',
        `note ${id} Called the customer`,
        `settle ${id} owed accepted`,
      ]);
    });

    it('ask only for decisions that the proxy waits for', async () => {
      const current = (id: string) => ({ ...paymentOf(id), pending: [] });
      const { element } = await openStaff(TAG, { current }, { payment: 'payment-of-A-1031' });
      expect(shown(element)).to.contain('30 USDT').and.not.to.contain('Accept as paid');
    });

    it('have no action that the session does not allow', async () => {
      const { element } = await openStaff(TAG, {}, { payment: 'payment-of-A-1031' });
      element.scopes = ['payments:read'];
      await settled(element);
      const buttons = all(element, '.details button').map(({ textContent }) => textContent.trim());
      expect(buttons.filter(Boolean)).to.deep.equal([]);
    });
  });

  it('calls a period of one day by its hours', async () => {
    const { element } = await openStaff(TAG);
    const periods = [...(all(element, 'select')[2]?.children ?? [])].map(({ textContent }) => textContent);
    expect(periods).to.deep.equal(['any', 'last 24 hours', 'last 7 days', 'last 30 days', 'last 90 days']);
  });

  it('filters by state, coin and period, and says when nothing matches', async () => {
    const { element, desk } = await openStaff(TAG);
    await choose(element, 0, 'canceled');
    expect(rowNames(element)).to.deep.equal(['A-1040']);
    await choose(element, 1, 'BTC');
    expect(shown(element)).to.contain('No payments match');
    control(element, 'Clear filters').click();
    await settled(element);
    expect(rowNames(element)).to.have.length(PAYMENTS.length);
    await choose(element, 2, '7');
    const { from = '' } = desk.queries.at(-1) ?? {};
    expect(Math.round((Date.now() - Date.parse(from)) / 86_400_000)).to.equal(7);
  });

  it('filters by the lowest and the highest price, and says which text is none', async () => {
    const { element, desk } = await openStaff(TAG);
    const type = async (index: number, value: string) => {
      const field = all(element, '.prices input')[index];
      if (!(field instanceof HTMLInputElement)) throw new Error('there is no such field');
      field.value = value;
      field.dispatchEvent(new Event('change'));
      await settled(element);
      return field;
    };
    expect((await type(0, '64.00')).ariaLabel).to.equal('Lowest price');
    expect(rowNames(element)).to.deep.equal(['A-1043', 'A-1040', 'A-1028']);
    expect((await type(1, '120')).ariaLabel).to.equal('Highest price');
    expect(rowNames(element)).to.deep.equal(['A-1043', 'A-1040']);
    const { minAmount, maxAmount } = desk.queries.at(-1) ?? {};
    expect([minAmount, maxAmount]).to.deep.equal(['64.00', '120']);
    const wrong = await type(1, 'a lot');
    expect(wrong.getAttribute('aria-invalid')).to.equal('true');
    expect(rowNames(element), 'what is no amount does not filter').to.have.length(3);
    for (const ambiguous of ['1,000', '64,00', '1.000,5', '1e3', '-5']) {
      const field = await type(0, ambiguous);
      expect(field.getAttribute('aria-invalid'), ambiguous).to.equal('true');
      expect(one(element, `#${field.getAttribute('aria-describedby')}`).textContent, ambiguous).to.equal(
        'Use digits and a decimal point, such as 12.5.',
      );
      expect(desk.queries.at(-1)?.minAmount, ambiguous).to.equal('');
    }
    control(element, 'Clear filters').click();
    await settled(element);
    expect([wrong.value, rowNames(element).length]).to.deep.equal(['', PAYMENTS.length]);
  });

  it('searches when a person stops typing', async () => {
    const { element } = await openStaff(TAG);
    const field = one(element, 'input[type=search]');
    Reflect.set(field, 'value', 'A-1001 ');
    field.dispatchEvent(new Event('input'));
    await until(() => rowNames(element).length === 1, 'the result');
    expect(rowNames(element)).to.deep.equal(['A-1001']);
    expect(Reflect.get(field, 'value'), 'the blank before the next word').to.equal('A-1001 ');
  });

  it('forgets a search that has not started when the filters are cleared', async () => {
    const { element, desk } = await openStaff(TAG);
    await choose(element, 0, 'paid');
    const field = one(element, 'input[type=search]');
    const timers = holdTimers(300);
    try {
      Reflect.set(field, 'value', 'none');
      field.dispatchEvent(new Event('input'));
      control(element, 'Clear filters').click();
      timers.runNext();
    } finally {
      timers.restore();
    }
    await settled(element);
    expect([Reflect.get(field, 'value'), desk.queries.at(-1)?.search]).to.deep.equal(['', '']);
    expect(rowNames(element)).to.have.length(PAYMENTS.length);
  });

  it('opens the details from anywhere in the row', async () => {
    const { element } = await openStaff(TAG);
    const [price] = all(element, 'tbody tr td.price');
    if (!price) throw new Error('There is no row');
    const { left, top, height } = price.getBoundingClientRect();
    const hit = element.shadowRoot?.elementFromPoint(left + 2, top + height / 2);
    if (!(hit instanceof HTMLElement)) throw new Error('There is nothing');
    hit.click();
    await until(() => all(element, '#details-title').length === 1, 'the details');
    expect(all(element, 'tbody tr .open')[0]?.getAttribute('aria-expanded')).to.equal('true');
  });

  describe('with its state in the address', () => {
    const home = window.location.href;
    afterEach(() => history.replaceState(history.state, '', home));

    it('makes a link that shows a colleague the same list and payment', async () => {
      const attributes = { 'in-address': '' };
      const { element } = await openStaff(TAG, {}, attributes);
      await choose(element, 0, 'paid');
      const [row] = all(element, '.open');
      const name = row?.textContent.trim() ?? '';
      row?.click();
      await until(() => location.search.includes('payment'), 'the link');
      const written = new URLSearchParams(new URLSearchParams(location.search).get('crypto-payments') ?? '');
      expect(written.get('state')).to.equal('paid');
      element.remove();
      const other = document.createElement('crypto-merchant-payments');
      other.setAttribute('in-address', '');
      other.locale = 'en-GB';
      const desk = deskWith({});
      other.client = desk;
      document.body.append(other);
      await until(() => all(other, '#details-title').length === 1, 'the payment');
      await until(() => shown(other).includes(`Order ${name}`), 'its details');
      expect(desk.queries[0]?.state).to.equal('paid');
      other.remove();
    });

    it('ignores what no filter can show, and keeps the rest of the address', async () => {
      const address = new URL(home);
      address.searchParams.set('shop', '7');
      address.searchParams.set('crypto-payments', 'state=nice&currency=BTC&sort=best&payment=../x&days=8');
      history.replaceState(history.state, '', address);
      const desk = deskWith({});
      const element = document.createElement('crypto-merchant-payments');
      element.setAttribute('in-address', '');
      element.client = desk;
      document.body.append(element);
      await until(() => desk.queries.length > 0, 'the list');
      expect(desk.queries[0]).to.include({ state: '', currency: 'BTC', sort: 'newest', from: '' });
      expect(element.payment).to.equal('');
      element.remove();
      expect(new URLSearchParams(location.search).get('shop')).to.equal('7');
    });

    it('leaves the address alone unless the page wants it', async () => {
      const { element } = await openStaff(TAG);
      await choose(element, 0, 'paid');
      expect(window.location.href).to.equal(home);
    });
  });

  it('lists the oldest first on request, and keeps that while filters are cleared', async () => {
    const { element, desk } = await openStaff(TAG);
    const menu = all(element, '.select select').find(({ textContent }) =>
      textContent.includes('Oldest first'),
    );
    if (!(menu instanceof HTMLSelectElement)) throw new Error('There is no menu');
    menu.value = 'oldest';
    menu.dispatchEvent(new Event('change'));
    await until(() => desk.queries.at(-1)?.sort === 'oldest', 'the sorted list');
    await choose(element, 0, 'paid');
    control(element, 'Clear filters').click();
    await settled(element);
    expect(desk.queries.at(-1)).to.include({ sort: 'oldest', state: '' });
  });

  it('says once that all payments are tests, or for each one among others', async () => {
    const tests = PAYMENTS.map((one) => ({ ...one, testMode: true }));
    const { element } = await openStaff(TAG, { rows: tests });
    expect(shown(element).match(/Test mode/g)).to.have.length(1);
    const mixed = await openStaff(TAG, {
      rows: tests.map((one, index) => ({ ...one, testMode: index < 2 })),
    });
    expect(shown(mixed.element).match(/Test mode/g)).to.have.length(2);
  });

  it('announces what a search, a filter or another page shows', async () => {
    const { element } = await openStaff(TAG, { rows: many });
    expect(said(element)).to.equal('');
    control(element, 'Next page').click();
    await until(() => said(element) === '26 to 50 of 230', 'the page');
    const field = one(element, 'input[type=search]');
    for (const [search, result] of [
      ['B-7', '1 to 10 of 10'],
      ['none', 'No payments match'],
    ] as const) {
      Reflect.set(field, 'value', search);
      field.dispatchEvent(new Event('input'));
      await until(() => said(element) === result, `${result}, not ${said(element)}`);
    }
  });

  it('turns pages forth and back', async () => {
    const { element } = await openStaff(TAG, { rows: many });
    expect(shown(element)).to.contain('1 to 25 of 230');
    expect(control(element, 'Previous page').matches(':disabled')).to.equal(true);
    control(element, 'Next page').click();
    await settled(element);
    expect(shown(element)).to.contain('26 to 50 of 230');
    control(element, 'Previous page').click();
    await settled(element);
    expect(rowNames(element)[0]).to.equal('B-0');
  });

  it('moves between rows with the arrow keys', async () => {
    const { element } = await openStaff(TAG);
    control(element, 'A-1043').focus();
    control(element, 'A-1043').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }),
    );
    expect(control(element, 'A-1042').matches(':focus')).to.equal(true);
  });

  it('saves what the filters show, of all pages, without formulas', async () => {
    const caught = catchFiles();
    try {
      const { element } = await openStaff(TAG, { rows: many });
      control(element, 'Export CSV').click();
      await until(() => caught.files.length > 0, 'the file');
      const lines = ((await caught.files[0]?.text()) ?? '').split('\r\n');
      expect(lines).to.have.length(1 + 230 + 1);
      expect(lines[8]).to.match(/^'=1\+1,/);
      await until(() => said(element) === '230 rows saved.', 'the announcement');
    } finally {
      caught.stop();
    }
  });

  it('saves no part of an export that fails or is stopped', async () => {
    const caught = catchFiles();
    try {
      const { element, desk } = await openStaff(TAG, { rows: many });
      desk.problem = { kind: 'unreachable' };
      control(element, 'Export CSV').click();
      await until(() => shown(element).includes('No file was saved.'), 'the reason');
      desk.problem = null;
      desk.isSilent = true;
      control(element, 'Export CSV').click();
      await settled(element);
      expect(shown(element)).to.contain('0 of 230 rows');
      control(element, 'Stop export').click();
      await settled(element);
      expect(caught.files).to.have.length(0);
    } finally {
      caught.stop();
    }
  });

  it('stays a table for a screen reader when it looks like cards', async () => {
    const { element } = await openStaff(TAG);
    if (element.parentElement) element.parentElement.style.inlineSize = '390px';
    await settled(element);
    expect(getComputedStyle(one(element, 'tbody tr:first-child')).display).to.equal('grid');
    expect(all(element, '[role=row] > [role=cell]').length).to.equal(PAYMENTS.length * 7);
    expect(all(element, '[role=columnheader]')).to.have.length(7);
  });
});
