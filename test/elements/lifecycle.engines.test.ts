import { expect } from '@open-wc/testing';
import { bitcoinInvoice, checkout, checkoutIn } from '../../stories/fixtures.js';
import { ready } from '../../stories/scripted-session.js';
import { all, one, openCard, settled, shown } from './checkout-fixture.js';
import { until } from '../until.js';

/** Counts listeners on window and document, and running timers, while `work` runs. */
async function leftovers(work: () => Promise<void>): Promise<readonly string[]> {
  const alive = new Map<string, number>();
  const count = (key: string, by: number) => alive.set(key, (alive.get(key) ?? 0) + by);
  const undo = [window, document].map((target) => watchListeners(target, count));
  const timers = new Set<unknown>();
  const { setInterval: set, clearInterval: clear } = window;
  Object.assign(window, {
    setInterval: (...args: Parameters<typeof set>) => {
      const id = set(...args);
      timers.add(id);
      return id;
    },
    clearInterval: (id: number) => {
      timers.delete(id);
      clear(id);
    },
  });
  await work();
  Object.assign(window, { setInterval: set, clearInterval: clear });
  for (const restore of undo) restore();
  const listeners = [...alive].filter(([, number]) => number !== 0).map(([key]) => key);
  return timers.size > 0 ? [...listeners, 'a timer'] : listeners;
}

function watchListeners(target: EventTarget, count: (key: string, by: number) => void): () => void {
  const name = target === window ? 'window' : 'document';
  const { addEventListener: add, removeEventListener: remove } = target;
  target.addEventListener = (...args: Parameters<typeof add>) => {
    count(`${name} ${args[0]}`, 1);
    add.apply(target, args);
  };
  target.removeEventListener = (...args: Parameters<typeof remove>) => {
    count(`${name} ${args[0]}`, -1);
    remove.apply(target, args);
  };
  return () => Object.assign(target, { addEventListener: add, removeEventListener: remove });
}

describe('the life of an element', () => {
  // Wallets may announce themselves at any time: the first payment of a page listens for them, for as long as the page lives.
  before(async () => {
    const { element } = await openCard(ready(checkoutIn('awaiting')));
    element.remove();
  });

  it('leaves no listener and no timer behind when it is removed, and continues when it is inserted again', async () => {
    const left = await leftovers(async () => {
      const { element, session } = await openCard(ready(checkoutIn('awaiting')));
      const parent = element.parentElement;
      element.remove();
      expect(session.listenerCount).to.equal(0);
      session.show(ready(checkoutIn('paid')));
      parent?.append(element);
      await settled(element);
      expect(session.listenerCount).to.equal(1);
      expect(shown(element)).to.contain('Paid. Thank you.');
      session.show(ready(checkoutIn('awaiting')));
      await settled(element);
      element.remove();
    });
    expect(left).to.deep.equal([]);
  });

  it('counts with one timer only while there is a deadline', async () => {
    const left = await leftovers(async () => {
      const { element, session } = await openCard(ready(checkoutIn('awaiting')));
      session.show(ready(checkoutIn('paid')));
      await settled(element);
      element.remove();
    });
    expect(left).to.deep.equal([]);
  });

  it('leaves nothing behind when it is removed after a press of a wallet link', async () => {
    // Other engines may leave the page for a scheme that nothing handles.
    const stay = (event: Event) => event.preventDefault();
    document.addEventListener('click', stay);
    const left = await leftovers(async () => {
      const { element } = await openCard(ready(checkoutIn('awaiting', bitcoinInvoice)));
      all(element, '.wallets a')[0]?.click();
      element.remove();
    });
    document.removeEventListener('click', stay);
    expect(left).to.deep.equal([]);
  });

  it('leaves nothing behind of a dialog that is removed while it is open and about to return', async () => {
    const left = await leftovers(async () => {
      const { element, session } = await openCard(ready(checkoutIn('awaiting')), {
        'mode': 'modal',
        'open': '',
        'return-after': '30',
      });
      session.show(ready(checkoutIn('paid')));
      await settled(element);
      expect(shown(element)).to.contain('Returning to the shop');
      element.remove();
      expect(session.listenerCount).to.equal(0);
    });
    expect(left).to.deep.equal([]);
    expect(document.adoptedStyleSheets).to.have.length(0);
  });

  it('polls immediately when the payer returns to the page', async () => {
    const { session } = await openCard(ready(checkoutIn('awaiting')));
    window.dispatchEvent(new Event('focus'));
    expect(session.steps).to.deep.equal(['refresh']);
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('online'));
    expect(session.steps, 'one return, one question').to.deep.equal(['refresh']);
  });

  it('does nothing by being imported, and nothing when it is defined twice', async () => {
    const { defineElement } = await import('../../src/elements/base/define-element.js');
    const { CryptoCheckout } = await import('../../src/elements/crypto-checkout/crypto-checkout.js');
    expect(customElements.get('crypto-checkout') === CryptoCheckout).to.equal(true);
    defineElement('crypto-checkout', class extends HTMLElement {});
    expect(customElements.get('crypto-checkout') === CryptoCheckout).to.equal(true);
  });

  it('works under a strict Content-Security-Policy with Trusted Types', async () => {
    const meta = document.createElement('meta');
    meta.httpEquiv = 'Content-Security-Policy';
    meta.content = "style-src 'self'; img-src 'none'; require-trusted-types-for 'script'";
    const refused: string[] = [];
    const onViolation = (event: SecurityPolicyViolationEvent) => refused.push(event.violatedDirective);
    document.addEventListener('securitypolicyviolation', onViolation);
    document.head.append(meta);
    const { element, session } = await openCard(ready(checkout));
    for (const state of ['awaiting', 'partial', 'paid', 'canceled'] as const) {
      session.show(ready(checkoutIn(state)));
      await settled(element);
    }
    expect(getComputedStyle(element).display).to.equal('block');
    element.mode = 'modal';
    element.open = true;
    await settled(element);
    expect(getComputedStyle(document.documentElement).overflowY).to.equal('hidden');
    element.open = false;
    const button = document.createElement('crypto-checkout-button');
    button.session = session;
    document.body.append(button);
    await settled(button);
    one(button, 'button').click();
    await until(() => all(button, 'dialog[open]').length > 0, 'the button opens its checkout');
    button.remove();
    expect(refused).to.deep.equal([]);
    document.body.setAttribute('style', 'color: red');
    await until(() => refused.length > 0, 'the policy is in force');
    document.removeEventListener('securitypolicyviolation', onViolation);
  });
});
