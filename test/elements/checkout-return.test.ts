import { expect } from '@open-wc/testing';
import { checkoutIn } from '../../stories/fixtures.js';
import { ready } from '../../stories/scripted-session.js';
import { control, hear, one, openCard, said, settled, shown, words } from './checkout-fixture.js';

/** The page's seconds, one by one: replaces the interval that all countdowns share. */
class Seconds {
  readonly #ticks = new Set<() => void>();
  readonly #real = { setInterval: window.setInterval, clearInterval: window.clearInterval };

  constructor() {
    Object.assign(window, {
      setInterval: (tick: () => void) => {
        this.#ticks.add(tick);
        return tick;
      },
      clearInterval: (tick: () => void) => this.#ticks.delete(tick),
    });
  }

  pass(seconds: number): void {
    for (let second = 0; second < seconds; second += 1) for (const tick of [...this.#ticks]) tick();
  }

  restore(): void {
    Object.assign(window, this.#real);
  }
}

describe('the automatic return to the shop', () => {
  let seconds: Seconds;
  let heard: ReturnType<typeof hear>;
  beforeEach(() => {
    seconds = new Seconds();
    heard = hear('crypto-return');
    document.addEventListener('crypto-return', stay);
  });
  afterEach(() => {
    seconds.restore();
    heard.stop();
    document.removeEventListener('crypto-return', stay);
    location.hash = '';
  });
  const stay = (event: Event) => event.preventDefault();

  async function pay(returnAfter: string, paid = ready(checkoutIn('paid'))) {
    const card = await openCard(ready(checkoutIn('awaiting')), { 'return-after': returnAfter });
    card.session.show(paid);
    await settled(card.element);
    return card;
  }

  it('does not happen by default', async () => {
    const { element } = await pay('0');
    expect(shown(element)).to.not.contain('Returning to the shop');
    seconds.pass(100);
    expect(heard.events).to.have.length(0);
  });

  it('is announced once with the way to stop it, counts down visibly, and then happens', async () => {
    const { element } = await pay('30');
    const announced =
      'Paid. Thank you. Returning to the shop in 30 sec. Press “Stay here” to stay on this page.';
    expect(said(element)).to.equal(announced);
    await expect(element).to.be.accessible();
    seconds.pass(22);
    await settled(element);
    expect(words(one(element, '.status').innerText)).to.equal('Returning to the shop in 8 sec.');
    expect(said(element), 'a screen reader is not notified every second').to.equal(announced);
    seconds.pass(8);
    await settled(element);
    expect(heard.events).to.have.length(1);
    expect(shown(element), 'the page refused it').to.not.contain('Returning to the shop');
    seconds.pass(60);
    expect(heard.events).to.have.length(1);
  });

  it("leads to the order's return address if the page allows it", async () => {
    document.removeEventListener('crypto-return', stay);
    await pay('20');
    seconds.pass(20);
    expect(location.hash).to.equal('#returned');
  });

  it('leaves every payer at least 20 seconds', async () => {
    const { element } = await pay('1');
    expect(shown(element)).to.contain('Returning to the shop in 20 sec.');
  });

  it('is stopped for good by one press, and the focus stays in the card', async () => {
    const { element } = await pay('30');
    const button = control(element, 'Stay here');
    button.focus();
    button.click();
    await settled(element);
    expect(said(element)).to.equal('You’ll stay on this page.');
    expect(shown(element)).to.not.contain('Returning to the shop');
    expect(document.activeElement === element).to.equal(true);
    seconds.pass(100);
    expect(heard.events).to.have.length(0);
  });

  it('ends with the element', async () => {
    const { element } = await pay('30');
    element.remove();
    seconds.pass(100);
    expect(heard.events).to.have.length(0);
  });

  it('does not begin on a page that was opened on a finished payment', async () => {
    const { element, session } = await openCard({ phase: 'loading' }, { 'return-after': '30' });
    session.show(ready(checkoutIn('paid')));
    await settled(element);
    expect(shown(element)).to.not.contain('Returning to the shop');
  });

  it('needs an address to return to, and waits for a payer with something to read', async () => {
    const { returnUrl: _returnUrl, ...order } = checkoutIn('paid').order;
    const nowhere = await pay('30', ready({ ...checkoutIn('paid'), order }));
    expect(shown(nowhere.element)).to.not.contain('Returning to the shop');
    const overpaid = await pay('30', ready(checkoutIn('overpaid')));
    expect(shown(overpaid.element)).to.not.contain('Returning to the shop');
  });

  it('never happens from a closed dialog', async () => {
    const { element, session } = await openCard(ready(checkoutIn('awaiting')), {
      'return-after': '30',
      'mode': 'modal',
      'open': '',
    });
    element.open = false;
    await settled(element);
    session.show(ready(checkoutIn('paid')));
    await settled(element);
    seconds.pass(100);
    element.open = true;
    await settled(element);
    seconds.pass(100);
    expect(heard.events).to.have.length(0);
  });
});
