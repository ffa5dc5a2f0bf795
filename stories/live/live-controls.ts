import { css, html, LitElement } from 'lit';
import type { TemplateResult } from 'lit';
import '../../src/define/crypto-checkout.js';
import { LiveShop } from './live-shop.js';

type Act = (shop: LiveShop) => Promise<void>;

const ACTS: readonly (readonly [name: string, acts: readonly (readonly [label: string, act: Act])[]])[] = [
  [
    'The chain delivers',
    [
      ['What is due', (shop) => shop.deliver()],
      ['Half', (shop) => shop.deliver('half')],
      ['Too much', (shop) => shop.deliver('too much')],
      ['What is due, not yet confirmed', (shop) => shop.deliver(undefined, false)],
      ['A confirmation', (shop) => shop.confirm()],
    ],
  ],
  [
    'Time passes',
    [
      ['A minute', (shop) => shop.passTime(60)],
      ['Ten minutes', (shop) => shop.passTime(600)],
      ['Until the deadline is over', (shop) => shop.passDeadline()],
    ],
  ],
  [
    'Both',
    [
      [
        'Money comes late',
        async (shop) => {
          await shop.passDeadline();
          await shop.deliver();
        },
      ],
    ],
  ],
];

/** A checkout, and beside it the controls of the chain and the clock. */
export class LiveControls extends LitElement {
  static override readonly properties = {
    shop: { state: true },
    said: { state: true },
    heard: { state: true },
  };
  static override readonly styles = css`
    :host {
      display: grid;
      gap: 16px;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 288px), 1fr));
      align-items: start;
      max-inline-size: 900px;
      font:
        15px/22px system-ui,
        sans-serif;
      color: light-dark(#15181e, #f6f7f9);
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
      font: inherit;
      min-block-size: 36px;
      padding-inline: 12px;
    }
  `;

  declare private shop: LiveShop;
  declare private said: string;
  declare private heard: readonly string[];

  constructor() {
    super();
    this.shop = new LiveShop();
    this.#restart();
  }

  protected override render(): TemplateResult {
    return html`<crypto-checkout
        locale="en-GB"
        .session=${this.shop.session}
        @crypto-state-change=${(event: HTMLElementEventMap['crypto-state-change']) => {
          this.heard = [...this.heard, event.detail.state];
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
        <button type="button" @click=${() => this.#restart()}>Restart</button>
        <p role="status">${this.said}</p>
        <p>The page has heard of: ${this.heard.join(' → ') || 'nothing yet'}</p>
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
    this.heard = [];
  }
}
