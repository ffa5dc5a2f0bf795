import { html, LitElement, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LiveRegion } from '../../controllers/live-region.js';
import { Localize } from '../../controllers/localize.js';
import { Popover } from '../../controllers/popover.js';
import { CryptoCurrencyChangeEvent } from '../../events/events.js';
import { currencyOf, networkLabel } from '../../payment/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { CheckoutOffer } from '../../protocol/index.js';
import { base, marks } from '../../styles/base.js';
import { controls } from '../../styles/controls.js';
import { headings } from '../../styles/outcome.js';
import { tokens } from '../../styles/tokens.js';
import { icon } from '../parts/icon.js';
import { coinMark, Marks } from '../parts/mark.js';
import { choicesOf, coinsOf, isAvailable, networkCount, rowGroups } from './choices.js';
import type { Choice, Coin, Row } from './choices.js';
import { option } from './option.js';
import { styles } from './crypto-currency-picker.styles.js';

/**
 * Coin, then network. Alone it is a button that opens a list beside it; `inline` shows the list itself, which fills
 * its place. The search looks in coins and networks at once and answers with finished pairs.
 *
 * @slot back - a control before the first title
 * @fires crypto-currency-change - the payer chose; `detail.currency` is the code
 * @csspart trigger - the button that opens the list
 * @csspart popover - the sheet around the list
 * @csspart title - the question
 * @csspart search - the search field
 * @csspart list - the list
 * @csspart option - a coin, pair or network
 */
export class CryptoCurrencyPicker extends LitElement {
  static override readonly styles = [tokens, base, marks, controls, headings, styles];
  static readonly parts =
    'trigger, popover, step, title, text, search, search-input, clear, list, group, option, mark, icon, empty';

  /** What may be chosen, in the order to show it. */
  @property({ attribute: false }) offers: readonly CheckoutOffer[] = [];
  /** The chosen currency, or empty. */
  @property() value: CurrencyCode | '' = '';
  @property({ type: Boolean, reflect: true }) inline = false;
  @property() locale = '';

  @state() private query = '';
  @state() private coin: Coin | null = null;
  @state() private active = -1;
  @state() private open = false;

  readonly #localize = new Localize(this);
  readonly #live = new LiveRegion(this);
  readonly #popover = new Popover(this);
  #choices: readonly Choice[] = [];
  #rows: readonly Row[] = [];
  #focusList = false;

  constructor() {
    super();
    new Marks(this);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('offers')) this.#choices = choicesOf(this.offers);
    this.#rows = rowGroups(this.#choices, this.query, this.coin).flatMap(({ rows }) => rows);
  }

  protected override updated(): void {
    if (this.#focusList) this.#find('list')?.focus();
    this.#focusList = false;
    if (this.active >= 0) this.#find(`row-${this.active}`)?.scrollIntoView({ block: 'nearest' });
  }

  protected override render(): TemplateResult {
    return html`${this.inline ? this.#picker() : this.#withTrigger()}${this.#live.render()}`;
  }

  #withTrigger(): TemplateResult {
    const { m } = this.#localize;
    const currency = this.value === '' ? null : currencyOf(this.value);
    const words = currency ? m.coinOnNetwork(currency.symbol, networkLabel(currency.network)) : m.chooseCoin;
    return html`<button
        id="trigger"
        class="trigger"
        part="trigger"
        type="button"
        popovertarget="popover"
        aria-haspopup="dialog"
        aria-expanded=${this.open}
      >
        ${currency ? coinMark(currency, true) : nothing}<span class="text">${words}</span
        >${icon('next', 'small')}
      </button>
      <div
        id="popover"
        class="popover"
        part="popover"
        popover
        role="dialog"
        aria-label=${m.choose}
        @beforetoggle=${this.#onBeforeToggle}
        @toggle=${this.#onToggle}
      >
        ${this.open ? this.#picker() : nothing}
      </div>`;
  }

  #picker(): TemplateResult {
    const { m } = this.#localize;
    const isEmpty = this.#rows.length === 0 && this.query !== '';
    return html`${this.coin ? this.#networkHead(this.coin) : this.#coinHead()}
    ${isEmpty ? this.#empty() : this.#list(this.coin ? m.networks : this.query ? m.results : m.coins)}`;
  }

  #coinHead(): TemplateResult {
    const { m } = this.#localize;
    return html`<div class="step" part="step">
        <slot name="back"></slot>
        <h2 class="title" part="title">${m.choose}</h2>
      </div>
      <div class="field" part="search">
        ${icon('search')}
        <input
          id="search"
          part="search-input"
          type="search"
          role="combobox"
          autocomplete="off"
          spellcheck="false"
          maxlength="40"
          placeholder=${m.search}
          aria-label=${m.search}
          aria-autocomplete="list"
          aria-expanded=${this.#rows.length > 0}
          aria-controls=${this.#rows.length > 0 ? 'list' : nothing}
          aria-activedescendant=${this.#activeId()}
          .value=${this.query}
          @input=${(event: InputEvent) => this.#onInput(event)}
          @keydown=${this.#onKeydown}
        />
        ${this.query ? this.#clearButton() : nothing}
      </div>`;
  }

  #clearButton(): TemplateResult {
    return html`<button
      class="icon-button clear"
      part="clear"
      type="button"
      aria-label=${this.#localize.m.clearSearch}
      @click=${() => this.#clear()}
    >
      ${icon('close', 'small')}
    </button>`;
  }

  #networkHead({ currency }: Coin): TemplateResult {
    const { m } = this.#localize;
    return html`<div class="step" part="step">
        <button class="icon-button" type="button" aria-label=${m.backToCoins} @click=${() => this.#toCoins()}>
          ${icon('back', 'turns')}
        </button>
        <h2 class="title" part="title">${m.chooseNetwork(currency.symbol)}</h2>
      </div>
      <p class="lead" part="text">${m.chooseNetworkWhy}</p>`;
  }

  #empty(): TemplateResult {
    const { m } = this.#localize;
    return html`<div class="empty" part="empty">
      <p><b>${m.nothingMatches(this.query)}</b></p>
      <p class="lead">${m.shopTakes(coinsOf(this.#choices).length, networkCount(this.#choices))}</p>
      <button class="quiet" type="button" @click=${() => this.#clear()}>${m.showAll}</button>
    </div>`;
  }

  #list(label: string): TemplateResult {
    const { m } = this.#localize;
    let index = -1;
    const rowOf = (row: Row) => {
      index += 1;
      const selected = row.kind !== 'coin' && row.choice.currency.code === this.value;
      return option(row, { index, active: index === this.active, selected }, m);
    };
    return html`<div
      id="list"
      class="list"
      part="list"
      role="listbox"
      tabindex=${this.coin ? 0 : -1}
      aria-label=${label}
      aria-activedescendant=${this.#activeId()}
      @click=${this.#onClick}
      @keydown=${this.#onKeydown}
    >
      ${rowGroups(this.#choices, this.query, this.coin).map(({ heading, rows }) =>
        heading
          ? html`<div role="group" aria-label=${m[heading]}>
              <div class="group" part="group" aria-hidden="true">${m[heading]}</div>
              ${rows.map(rowOf)}
            </div>`
          : rows.map(rowOf),
      )}
    </div>`;
  }

  #activeId(): string | typeof nothing {
    return this.active >= 0 && this.active < this.#rows.length ? `row-${this.active}` : nothing;
  }

  #find(id: string): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(`#${id}`);
  }

  #onInput(event: InputEvent): void {
    if (event.target instanceof HTMLInputElement) this.#search(event.target.value);
  }

  #search(query: string): void {
    this.query = query;
    this.active = query === '' ? -1 : 0;
    const found = rowGroups(this.#choices, query, null).flatMap(({ rows }) => rows).length;
    this.#live.say(query === '' ? '' : this.#localize.m.matches(found, this.#choices.length, query));
  }

  #clear(): void {
    this.#search('');
    this.#find('search')?.focus();
  }

  #toCoins(): void {
    const symbol = this.coin?.currency.symbol;
    this.coin = null;
    const rows = rowGroups(this.#choices, this.query, null).flatMap((group) => group.rows);
    this.active = rows.findIndex((row) => row.kind === 'coin' && row.coin.currency.symbol === symbol);
    this.#focusList = true;
  }

  /** A coin on several networks leads to them; everything else is a choice. */
  #choose(row: Row): void {
    if (!isAvailable(row)) return;
    const choices = row.kind === 'coin' ? row.coin.choices : [row.choice];
    const [only] = choices;
    if (row.kind === 'coin' && choices.length > 1) {
      this.coin = row.coin;
      this.active = 0;
      this.#focusList = true;
    } else if (only) {
      this.#pick(only.currency.code);
    }
  }

  #pick(code: CurrencyCode): void {
    this.value = code;
    if (this.open) this.#find('popover')?.hidePopover();
    if (this.query !== '') this.#search('');
    this.dispatchEvent(new CryptoCurrencyChangeEvent(this, code));
  }

  readonly #onClick = (event: Event): void => {
    const option = event.target instanceof Element ? event.target.closest('[role=option]') : null;
    const row = this.#rows[Number(option?.id.slice('row-'.length))];
    if (row) this.#choose(row);
  };

  readonly #onKeydown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 };
    const step = steps[event.key];
    if (step !== undefined) this.#move(this.active + step);
    else if (event.key === 'Enter') this.#chooseActive();
    else if (event.key === 'Escape' && (this.query !== '' || this.coin)) this.#stepBack();
    else if (event.currentTarget === this.#find('search')) return;
    else if (event.key === ' ') this.#chooseActive();
    else if (event.key === 'Home') this.#move(0);
    else if (event.key === 'End') this.#move(this.#rows.length - 1);
    else {
      // Typing on the list is searching.
      if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey)
        this.#find('search')?.focus();
      return;
    }
    event.preventDefault();
  };

  #move(index: number): void {
    this.active = Math.max(0, Math.min(this.#rows.length - 1, index));
  }

  #chooseActive(): void {
    const row = this.#rows[this.active];
    if (row) this.#choose(row);
  }

  #stepBack(): void {
    if (this.coin) this.#toCoins();
    else this.#clear();
  }

  readonly #onBeforeToggle = (event: ToggleEvent): void => {
    if (event.newState !== 'open') return;
    this.open = true;
    this.coin = null;
    this.active = -1;
    if (this.query !== '') this.#search('');
  };

  readonly #onToggle = (event: ToggleEvent): void => {
    this.open = event.newState === 'open';
    const [trigger, popover] = [this.#find('trigger'), this.#find('popover')];
    if (!trigger || !popover) return;
    if (this.open) {
      void this.#popover.open(trigger, popover);
      this.#find('list')?.focus({ preventScroll: true });
    } else {
      this.#popover.close();
      // Inside a shadow tree browsers do not give the focus back by themselves.
      const focused = this.shadowRoot?.activeElement ?? null;
      const isLost = popover.contains(focused) || document.activeElement === document.body;
      if (isLost) trigger.focus({ preventScroll: true });
    }
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'crypto-currency-picker': CryptoCurrencyPicker;
  }
}
