// Runs in Vitest and Jest, in jsdom and happy-dom: none of them draws, and all have gaps. As in many unit tests, the elements are left in
// the page, which then ends around them.
import 'crypto-checkout/define';
import 'crypto-checkout/merchant';

const OFFERS = [
  { code: 'BTC', available: true },
  { code: 'USDT_TRC20', available: true },
];
const INVOICE = {
  id: 'INV-8KQ2M4XZ',
  currency: 'USDT_TRC20',
  caip2: 'tron:728126428',
  caip19: 'tron:728126428/trc20:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  address: 'TQWTspYUDQJZtA7iauQeyUYKvK5cbx7FRS',
  amount: '50.12',
  paid: '0',
  due: '50.12',
  surplus: '0',
  fee: '1',
  feePaidBy: 'payer',
  createdAt: '2026-11-21T12:42:00Z',
  expiresAt: '2026-11-21T13:12:00Z',
  monitoredUntil: '2026-11-22T13:12:00Z',
  transactions: [],
  unconfirmed: [],
  hostedPage: null,
};
const APPEARANCE = { theme: 'dark', density: 'compact', variables: { accent: '#123456' } };
const now = () => Date.parse('2026-11-21T13:00:00Z');

/** All text, through shadow roots, as a payer would read it. */
function textOf(node) {
  if (node.nodeType === 3) return node.textContent;
  if (/^(style|script)$/i.test(node.localName ?? '')) return '';
  return [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes]
    .map(textOf)
    .join(' ')
    .replace(/\s+/g, ' ');
}

function show(tag, properties = {}) {
  const element = Object.assign(document.createElement(tag), {
    locale: 'en',
    appearance: APPEARANCE,
    ...properties,
  });
  document.body.append(element);
  return element;
}

/** Waits until the element shows a text: its pieces load on demand. */
async function sees(element, text) {
  for (let end = Date.now() + 4000; !textOf(element).includes(text) && Date.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(textOf(element)).toContain(text);
}

const SHOWN = {
  'crypto-checkout': [{ order: 'A-1001' }, 'Opening your payment'],
  'crypto-checkout-button': [{ order: 'A-1001' }, 'Pay with crypto'],
  'crypto-deposit': [{ customer: 'C-7' }, 'Deposit crypto'],
  'crypto-copy-field': [{ value: 'TQWT', label: 'Address' }, 'Address'],
  'crypto-countdown': [{ expiresAt: INVOICE.expiresAt, startsAt: INVOICE.createdAt, now }, '12:00'],
  'crypto-currency-picker': [{ offers: OFFERS, inline: true }, 'Bitcoin'],
  'crypto-payment-panel': [{ invoice: INVOICE }, '50.12'],
  'crypto-status-badge': [{ state: 'paid' }, 'Paid'],
  'crypto-merchant-attention': [{ sessionUrl: '/staff' }, 'Needs attention'],
  'crypto-merchant-payments': [{ sessionUrl: '/staff' }, 'Payments'],
  'crypto-merchant-balances': [{ sessionUrl: '/staff' }, 'Balances'],
  'crypto-merchant-statistics': [{ sessionUrl: '/staff' }, 'Statistics'],
  'crypto-merchant-payouts': [{ sessionUrl: '/staff' }, 'Payouts'],
};

for (const [tag, [properties, text]] of Object.entries(SHOWN))
  test(`${tag} shows "${text}"`, () => sees(show(tag, properties), text));

test('crypto-merchant renders before it has a session', async () => {
  const element = show('crypto-merchant', { sessionUrl: '/staff' });
  await element.updateComplete;
  expect(element.hasUpdated).toBe(true);
});

test('crypto-payment-qr draws its code, where the environment has a TextEncoder', async () => {
  const element = show('crypto-payment-qr', { payload: INVOICE.address });
  await element.updateComplete;
  expect(element.shadowRoot.querySelector('svg') !== null).toBe('TextEncoder' in globalThis);
});

test('crypto-currency-picker is invalid until an option is clicked', async () => {
  const picker = show('crypto-currency-picker', { offers: OFFERS, inline: true, required: true });
  await sees(picker, 'Bitcoin');
  expect(picker.checkValidity()).toBe(false);
  expect(picker.validationMessage).not.toBe('');
  const changed = new Promise((resolve) => picker.addEventListener('change', resolve));
  picker.shadowRoot.querySelector('[role=option]').click();
  await changed;
  await picker.updateComplete;
  expect(picker.value).toBe('USDT_TRC20');
  expect(picker.checkValidity()).toBe(true);
});

test('crypto-currency-picker moves through its list with the arrow keys', async () => {
  const picker = show('crypto-currency-picker', { offers: OFFERS, inline: true });
  await sees(picker, 'Bitcoin');
  const list = picker.shadowRoot.querySelector('#list');
  list.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  await picker.updateComplete;
  expect(picker.shadowRoot.querySelectorAll('[data-active]').length).toBe(1);
});

test('crypto-checkout opens and closes its dialog', async () => {
  const checkout = show('crypto-checkout', { order: 'A-1001', mode: 'modal' });
  await checkout.updateComplete;
  for (const open of [true, false]) {
    checkout.open = open;
    await checkout.updateComplete;
    expect(checkout.shadowRoot.querySelector('dialog')?.open ?? false).toBe(open);
  }
});

test('crypto-checkout-button opens a checkout', async () => {
  const button = show('crypto-checkout-button', { order: 'A-1001' });
  await button.updateComplete;
  button.shadowRoot.querySelector('button').click();
  // "Opening your payment". Nothing responds, so on a busy machine it may already be "We couldn't open this payment".
  await sees(button, ' payment');
});
