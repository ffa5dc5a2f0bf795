// A shop's page for loading.test.ts: its bundle, and a session that shows what the test says.
import '../../src/define/crypto-checkout.js';
import type { CryptoCheckout } from '../../src/elements/crypto-checkout/crypto-checkout.js';
import { checkout, checkoutIn } from '../../stories/fixtures.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';

const SNAPSHOTS = {
  choosing: ready(checkout),
  creating: ready(checkout, { pending: { kind: 'invoice', currency: 'USDT_TRC20' } }),
  awaiting: ready(checkoutIn('awaiting', { hostedPage: 'https://pay.example/1' })),
  paid: ready(checkoutIn('paid')),
};

const session = new ScriptedSession(SNAPSHOTS.choosing);

export function open(): CryptoCheckout {
  const element = document.createElement('crypto-checkout');
  Object.assign(element, { locale: 'en-GB', session });
  document.body.append(element);
  return element;
}

export function show(name: keyof typeof SNAPSHOTS): void {
  session.show(SNAPSHOTS[name]);
}

Object.assign(globalThis, { shop: { open, show } });
