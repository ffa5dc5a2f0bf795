import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { styleMap } from 'lit/directives/style-map.js';
import { CUSTOM_PROPERTIES, type CustomProperty } from '../support/manifest.js';
import { propertyOf, SCHEMES, TOKEN_NAMES, valueIn, type Scheme } from './defaults.js';
import { previewCards } from './preview-cards.js';
import { probeOf } from './token-probes.js';

const isColor = (value: string) => /^#[\da-f]+$/i.test(value);

/**
 * Every custom property of the manifest with its default in light and dark, and a preview beside it. A button in each row
 * sets a conspicuous value, and a field takes any other.
 */
export class TokenExplorer extends LitElement {
  static override readonly properties = { values: { state: true } };
  static override readonly styles = css`
    :host {
      display: block;
      container-type: inline-size;
      font:
        14px/20px system-ui,
        sans-serif;
      color: light-dark(#15181e, #f6f7f9);
    }
    .explorer {
      display: grid;
      grid-template-columns: minmax(0, 1fr) minmax(0, 420px);
      gap: 24px;
      align-items: start;
    }
    table {
      border-collapse: collapse;
      inline-size: 100%;
      background: light-dark(#ffffff, #15181e);
    }
    th,
    td {
      padding: 10px 12px;
      border-block-end: 1px solid light-dark(#e0e3e9, #2b313b);
      text-align: start;
      vertical-align: top;
      font-weight: 400;
    }
    thead th {
      font-weight: 600;
    }
    code {
      font:
        13px/20px ui-monospace,
        'DejaVu Sans Mono',
        monospace;
      overflow-wrap: anywhere;
    }
    th code {
      font-weight: 600;
    }
    p {
      margin: 2px 0 0;
      color: light-dark(#586171, #a4adbb);
    }
    i {
      display: inline-block;
      inline-size: 1em;
      block-size: 1em;
      margin-inline-end: 6px;
      border: 1px solid #848d9c;
      vertical-align: -0.125em;
    }
    .change {
      display: flex;
      gap: 6px;
      inline-size: 176px;
    }
    input,
    button {
      box-sizing: border-box;
      min-block-size: 32px;
      padding: 4px 8px;
      border: 1px solid light-dark(#848d9c, #6b7585);
      border-radius: 4px;
      background: light-dark(#ffffff, #15181e);
      font: inherit;
      color: inherit;
    }
    input {
      flex: 1;
      min-inline-size: 0;
    }
    button {
      flex: none;
      inline-size: 64px;
      cursor: pointer;
    }
    button[aria-pressed='true'] {
      background: light-dark(#15181e, #f6f7f9);
      color: light-dark(#f6f7f9, #15181e);
    }
    .preview {
      position: sticky;
      inset-block-start: 8px;
      display: grid;
      grid-template-columns: repeat(2, 1fr);
      gap: 12px;
      max-block-size: calc(100vh - 16px);
      overflow: auto;
    }
    .preview > * {
      zoom: 0.62;
    }
    @container (max-width: 760px) {
      .explorer {
        grid-template-columns: minmax(0, 1fr);
        gap: 12px;
      }
      .preview {
        order: -1;
        inset-block-start: 0;
        grid-template-columns: none;
        grid-auto-flow: column;
        grid-auto-columns: 190px;
        max-block-size: min(300px, 40vh);
        background: light-dark(#f0f2f6, #0b0d12);
        z-index: 1;
      }
      .preview > * {
        zoom: 0.5;
      }
      thead {
        display: none;
      }
      table,
      tbody,
      tr,
      th,
      td {
        display: block;
      }
      tr {
        padding: 10px 12px;
        border-block-end: 1px solid light-dark(#e0e3e9, #2b313b);
      }
      th,
      td {
        padding: 2px 0;
        border: 0;
      }
      .change {
        inline-size: auto;
      }
    }
  `;

  declare private values: ReadonlyMap<string, string>;
  readonly #cards = previewCards(['Choice', 'Payment', 'Paid', 'Problem']);

  constructor() {
    super();
    this.values = new Map();
  }

  protected override render(): TemplateResult {
    return html`<div class="explorer">
      <table>
        <thead>
          <tr>
            <th scope="col">Property</th>
            <th scope="col">Default, light and dark</th>
            <th scope="col">Try it</th>
          </tr>
        </thead>
        <tbody>
          ${CUSTOM_PROPERTIES.map((property) => this.#row(property))}
        </tbody>
      </table>
      <div
        class="preview"
        role="region"
        aria-label="Preview"
        tabindex="0"
        style=${styleMap(Object.fromEntries(this.values))}
      >
        ${this.#cards}<crypto-status-badge state="paid"></crypto-status-badge>
      </div>
    </div>`;
  }

  #row({ name, description, default: value }: CustomProperty): TemplateResult {
    const isShown = this.values.has(name);
    const token = TOKEN_NAMES.find((known) => propertyOf(known) === name);
    const set = ({ target }: Event) => target instanceof HTMLInputElement && this.#set(name, target.value);
    const press = () => this.#set(name, isShown || !token ? '' : probeOf(token));
    return html`<tr>
      <th scope="row">
        <code>${name}</code>
        <p>${description}</p>
      </th>
      <td>
        ${value === undefined ? 'depends on the place' : SCHEMES.map((scheme) => shownIn(scheme, value))}
      </td>
      <td>
        <div class="change">
          <input aria-label=${name} .value=${this.values.get(name) ?? ''} @input=${set} />
          <button
            type="button"
            aria-label="${isShown ? 'Reset' : 'Show'} ${name}"
            aria-pressed=${isShown}
            @click=${press}
          >
            ${isShown ? 'Reset' : 'Show'}
          </button>
        </div>
      </td>
    </tr>`;
  }

  #set(name: string, value: string): void {
    const others = [...this.values].filter(([other]) => other !== name);
    this.values = new Map(value === '' ? others : [...others, [name, value]]);
  }
}

/** Both schemes have a line of their own where they differ. */
function shownIn(scheme: Scheme, value: string): TemplateResult | typeof nothing {
  const own = valueIn(scheme, value);
  if (scheme === 'dark' && own === valueIn('light', value)) return nothing;
  const swatch = isColor(own) ? html`<i style=${styleMap({ background: own })}></i>` : nothing;
  return html`<div>${swatch}<code>${own}</code></div>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'token-explorer': TokenExplorer;
  }
}
