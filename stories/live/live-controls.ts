import { css, html, LitElement } from 'lit';
import type { TemplateResult } from 'lit';
import '../../src/define/crypto-checkout.js';
import { LiveShop } from './live-shop.js';

type Act = (shop: LiveShop) => Promise<void>;

const ACTS: readonly (readonly [name: string, acts: readonly (readonly [label: string, act: Act])[]])[] = [
  [
    'Pay differently',
    [
      ['Pay half', (shop) => shop.deliver('half')],
      ['Pay too much', (shop) => shop.deliver('too much')],
      [
        'Pay late',
        async (shop) => {
          await shop.passDeadline();
          await shop.deliver();
        },
      ],
      ['Pay, and do not confirm', (shop) => shop.deliver(undefined, false)],
      ['Confirm', (shop) => shop.confirm()],
    ],
  ],
  [
    'Move the clock',
    [
      ['By a minute', (shop) => shop.passTime(60)],
      ['By ten minutes', (shop) => shop.passTime(600)],
      ['Past the deadline', (shop) => shop.passDeadline()],
    ],
  ],
];

/** A checkout with a button that pays it, and beside it the controls of other payments and of the clock. */
export class LiveControls extends LitElement {
  static override readonly properties = {
    shop: { state: true },
    said: { state: true },
    states: { state: true },
  };
  static override readonly styles = css`
    :host {
      display: grid;
      gap: 16px;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr));
      align-items: start;
      max-inline-size: 900px;
      font:
        15px/22px system-ui,
        sans-serif;
      color: light-dark(#15181e, #f6f7f9);
    }
    .pay {
      grid-column: 1 / -1;
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
      align-items: center;
    }
    p {
      margin: 0;
    }
    .pay p {
      flex: 1 1 100%;
    }
    fieldset {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
      border: 1px solid light-dark(#848d9c, #6b7585);
      border-radius: 10px;
      margin: 0 0 12px;
    }
    button {
      border: 1px solid light-dark(#848d9c, #6b7585);
      border-radius: 8px;
      background: light-dark(#fff, #1d2129);
      color: inherit;
      font: inherit;
      min-block-size: 40px;
      padding-inline: 12px;
      cursor: pointer;
    }
    .pay button:first-of-type {
      border-color: transparent;
      background: #0b7247;
      color: #fff;
      padding-inline: 28px;
      font-weight: 600;
    }
  `;

  declare private shop: LiveShop;
  declare private said: string;
  declare private states: readonly string[];

  constructor() {
    super();
    this.shop = new LiveShop();
    this.#restart();
  }

  protected override render(): TemplateResult {
    return html`<div class="pay">
        <p>Choose a coin and a network in the checkout, then pay. No real money moves.</p>
        <button type="button" @click=${() => this.#do((shop) => shop.pay())}>Pay</button>
        <button type="button" @click=${() => this.#restart()}>Start again</button>
        <span role="status">${this.said}</span>
      </div>
      <crypto-checkout
        locale="en-GB"
        .session=${this.shop.session}
        @crypto-state-change=${(event: HTMLElementEventMap['crypto-state-change']) => {
          this.states = [...this.states, event.detail.state];
        }}
      ></crypto-checkout>
      <div>
        ${ACTS.map(
          ([name, acts]) =>
            html`<fieldset>
              <legend>${name}</legend>
              ${acts.map(
                ([label, act]) => html`<button type="button" @click=${() => this.#do(act)}>${label}</button>`,
              )}
            </fieldset>`,
        )}
        <p>States that the page received: ${this.states.join(' → ') || 'none yet'}</p>
      </div>`;
  }

  async #do(act: Act): Promise<void> {
    this.said = '';
    await act(this.shop).catch((error: unknown) => {
      this.said = error instanceof Error ? error.message : String(error);
    });
  }

  #restart(): void {
    this.shop = new LiveShop();
    this.said = '';
    this.states = [];
  }
}
