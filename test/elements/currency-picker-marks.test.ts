import { expect, fixture } from '@open-wc/testing';
import { html, LitElement } from 'lit';
import { renderCoinIcon, IconController, renderNetworkIcon } from '../../src/elements/parts/currency-icon.js';
import { CURRENCY_CODES, currencyOf } from '../../src/payment/currencies.js';
import type { CurrencyCode } from '../../src/payment/currencies.js';
import { currencyIcons } from '../../src/styles/base.js';
import { tokens } from '../../src/styles/tokens.js';
import { until } from '../until.js';

class MarkHolder extends LitElement {
  static override readonly styles = [tokens, currencyIcons];
  code: CurrencyCode = 'BTC';
  draws = 0;

  constructor() {
    super();
    new IconController(this);
  }

  protected override render() {
    this.draws += 1;
    const currency = currencyOf(this.code);
    return html`${renderCoinIcon(currency, true)}${renderNetworkIcon(currency.network)}`;
  }
}
customElements.define('mark-holder', MarkHolder);

async function show(code: CurrencyCode): Promise<MarkHolder> {
  return fixture<MarkHolder>(html`<mark-holder .code=${code}></mark-holder>`);
}

const letters = (holder: MarkHolder) =>
  [...(holder.shadowRoot?.querySelectorAll('text') ?? [])].map(({ textContent }) => textContent);
const corner = (holder: MarkHolder) => holder.shadowRoot?.querySelector('.on') ?? null;
const boxes = (holder: MarkHolder) =>
  [...(holder.shadowRoot?.querySelectorAll('.mark') ?? [])].map((mark) => {
    const { x, y, width, height } = mark.getBoundingClientRect();
    return [x, y, width, height];
  });

describe('the icons of coins and networks', () => {
  it('are letters at first, and drawings in the same place once these have loaded', async () => {
    const holder = await show('USDT_TRC20');
    expect(letters(holder)).to.deep.equal(['USD', 'TRO']);
    const before = boxes(holder);
    await until(() => letters(holder).length === 0, 'the drawings have come');
    expect(boxes(holder)).to.deep.equal(before);
    expect(corner(holder), 'the network of a token at its corner').not.to.equal(null);
    expect(holder.shadowRoot?.querySelector('[style]') ?? null).to.equal(null);
  });

  it('are drawings for every coin on every network', async () => {
    for (const code of CURRENCY_CODES) {
      const holder = await show(code);
      await until(() => letters(holder).length === 0, code);
    }
  });

  it('show no second icon if coin and network have the same one', async () => {
    for (const code of ['BTC', 'ETH', 'ARB_ARB', 'OP_OPT'] as const) {
      const holder = await show(code);
      await until(() => letters(holder).length === 0, 'the drawings have come');
      expect(corner(holder), code).to.equal(null);
    }
  });

  it('do not change an element that has left the page', async () => {
    const holder = await show('SOL');
    await until(() => letters(holder).length === 0, 'the drawings have come');
    holder.remove();
    const { draws } = holder;
    const other = await show('LTC');
    await until(() => letters(other).length === 0, 'the drawings have come');
    expect(holder.draws).to.equal(draws);
  });
});
