import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { LiveRegionController } from '../../controllers/live-region.js';
import { LocalizeController } from '../../controllers/localize.js';
import { PopoverController } from '../../controllers/popover.js';
import { CustomStatesController } from '../../controllers/states.js';
import { CryptoCurrencyChangeEvent } from '../../events/events.js';
import { isOutermost } from '../../events/outermost.js';
import { isCurrencyCode } from '../../payment/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { CheckoutOffer } from '../../protocol/index.js';
import { base, marks } from '../../styles/base.js';
import { controls } from '../../styles/controls.js';
import { headings } from '../../styles/headings.js';
import { tokens } from '../../styles/tokens.js';
import { IconController } from '../parts/currency-icon.js';
import { warnAboutCurrencies } from './developer-warnings.js';
import { optionsIn, toCurrencyOptions, parseCurrencyCodes, isAvailable, keyOf } from './currency-options.js';
import type { Row } from './currency-options.js';
import { FormField } from './form-field.js';
import { ListState } from './list-state.js';
import { option, pairName } from './option.js';
import { pickerParts } from './parts.js';
import { networkHeader, emptyResult, recentChips, searchField, triggerContent } from './templates.js';
import { readRecent, saveRecent } from './recent.js';
import type { RecentStorage } from './recent.js';
import { isRepeatedPress } from './repeated-press.js';
import { styles } from './crypto-currency-picker.styles.js';

/** After so long without a key the search is taken for finished, and its outcome is said. */
const SEARCH_PAUSE_MS = 400;

/** Rows per key; the list neither begins again at its end nor the other way round. */
const ROWS_PER_KEY: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 };

/**
 * Coin, then network; one list of finished pairs where few are offered. Alone it is a button that opens a list beside
 * it, and a field of the form around it; `inline` shows the list itself, which fills its place. The search looks in
 * coins and networks at once and answers with finished pairs.
 *
 * @slot back - a control before the first title
 * @fires crypto-currency-change - the payer chose
 * @fires {Event} input - as of any field, when the payer chose
 * @fires change - as of any field, when the payer chose
 * @cssState open - the list is open
 */
export class CryptoCurrencyPicker extends FormField<CurrencyCode> {
  static override readonly styles = [tokens, base, marks, controls, headings, styles];
  static readonly parts = pickerParts;

  /** What may be chosen, in the order to show it. */
  @property({ attribute: false }) offers: readonly CheckoutOffer[] = [];
  /** Currency codes between spaces or commas: what may be chosen where there are no `offers`, else only these, in this order. */
  @property() currencies = '';
  /** Shows the list itself, without a button that opens it. */
  @property({ type: Boolean, reflect: true }) inline = false;
  /** What the choice is for, to be read out with it; a `label` element does as well. `inline`: the title. */
  @property() label = '';
  /** BCP 47; the nearest `lang` by default. */
  @property() locale = '';
  /** Where the last three options are kept: the browser's `localStorage` unless set. */
  @property({ attribute: false }) storage: RecentStorage | null = null;

  readonly #localize = new LocalizeController(this);
  readonly #live = new LiveRegionController(this);
  readonly #popover = new PopoverController(this, {
    opening: () => {
      this.renderImmediately();
      this.#resetList();
      this.#live.say('');
      this.#shownAtMs = performance.now();
    },
    opened: () => {
      // Where there is no keyboard, none is pulled up.
      const search = matchMedia('(hover: hover)').matches ? this.#find('search') : null;
      (search ?? this.#find('list'))?.focus({ preventScroll: true });
    },
  });
  readonly #list = new ListState(() => {
    this.#hasMoved = true;
    this.requestUpdate();
  });
  #hasMoved = false;
  #focusList = false;
  #hadFocus = false;
  /** When the rows came, by the clock of events. */
  #shownAtMs = -Infinity;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    new IconController(this);
    new CustomStatesController(this, () => [this.#popover.isOpen && 'open'], this.internals);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#pause);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#list.value = this.value;
    if (changed.has('storage')) this.#resetList();
    if (changed.has('offers') || changed.has('currencies')) {
      const codes = parseCurrencyCodes(this.currencies);
      this.#list.setOptions(toCurrencyOptions(this.offers, codes), codes.length > 0);
      warnAboutCurrencies(codes);
    }
    this.#hadFocus = (this.shadowRoot?.activeElement ?? null) !== null;
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    // Never taken from elsewhere in the page: only kept when what held it is gone.
    const isLost = this.#hadFocus && !this.shadowRoot?.activeElement;
    if (this.#focusList || isLost) (this.#find('list') ?? this.entry)?.focus({ preventScroll: true });
    this.#focusList = false;
    if (!this.#hasMoved) return;
    this.#hasMoved = false;
    this.#find(`row-${this.#list.index}`)?.scrollIntoView({ block: 'nearest' });
  }

  protected override render(): TemplateResult {
    return this.#localize.marked(this.inline ? this.#picker() : this.#withTrigger(), this.#live.render());
  }

  protected get entry(): HTMLElement | null {
    return this.#find('trigger') ?? this.#find('search') ?? this.#find('list');
  }

  protected get formState(): { readonly sent: string | null; readonly wrong: string } {
    const { m } = this.#localize;
    const chosen = this.#list.optionFor(this.value);
    if (chosen?.available) return { sent: this.value, wrong: '' };
    if (chosen) return { sent: null, wrong: m.notOffered(pairName(chosen.currency, m)) };
    return { sent: null, wrong: this.required ? m.chooseFirst : '' };
  }

  protected setText(text: string): void {
    this.value = isCurrencyCode(text) ? text : '';
  }

  /** From the first step on, with what was chosen lately. */
  #resetList(): void {
    this.#list.reset(readRecent(this.storage));
  }

  #withTrigger(): TemplateResult {
    const { m } = this.#localize;
    const label = this.label || this.labelText;
    const { isOpen, onBeforeToggle, onToggle, onFocusOut } = this.#popover;
    return html`<button
        id="trigger"
        class="trigger"
        part="trigger"
        type="button"
        popovertarget="popover"
        aria-haspopup="dialog"
        aria-expanded=${isOpen}
        ?disabled=${this.isDisabled}
        @keydown=${this.#onTriggerKeydown}
      >
        ${triggerContent(this.#list.optionFor(this.value), label, m)}
      </button>
      <div
        id="popover"
        class="popover ${this.#list.isFlat ? 'few' : ''}"
        part="popover"
        popover
        role="dialog"
        aria-label=${label || m.choose}
        @beforetoggle=${onBeforeToggle}
        @toggle=${onToggle}
        @focusout=${onFocusOut}
      >
        ${isOpen ? this.#picker() : nothing}
      </div>`;
  }

  #picker(): TemplateResult {
    const { m } = this.#localize;
    const { coin, query, rows, options } = this.#list;
    return html`${coin ? networkHeader(this.#question, m, this.#toCoins) : this.#coinHead()}
    ${
      rows.length === 0 && query !== ''
        ? emptyResult(query, options, m, this.#clear)
        : this.#listbox(coin ? this.#question : query ? m.results : m.coins)
    }`;
  }

  /** The title of the step. */
  get #question(): string {
    const { m } = this.#localize;
    const { coin } = this.#list;
    return coin ? m.chooseNetwork(coin.currency.symbol) : (this.inline && this.label) || m.choose;
  }

  #coinHead(): TemplateResult {
    const { m } = this.#localize;
    const { options, recent, query, isFlat } = this.#list;
    const isHopeless = !options.some(({ available }) => available);
    const chips = { m, disabled: this.isDisabled, pick: this.#pick };
    return html`<div class="step" part="step">
        <slot name="back"></slot>
        <h2 class="title" part="title">${this.#question}</h2>
      </div>
      ${isHopeless ? html`<p class="lead" part="text">${m.nothingToChoose}</p>` : nothing}
      ${isFlat ? nothing : this.#searchField()}
      ${isFlat || query ? nothing : recentChips(options, recent, chips)}`;
  }

  #searchField(): TemplateResult {
    const { query, rows } = this.#list;
    return searchField({
      m: this.#localize.m,
      query,
      hasRows: rows.length > 0,
      activeId: this.#activeId(),
      disabled: this.isDisabled,
      onInput: this.#onInput,
      onKeydown: this.#onKeydown,
      onClear: this.#clear,
    });
  }

  #listbox(label: string): TemplateResult {
    const { m } = this.#localize;
    const { coin, groups, isFlat } = this.#list;
    return html`<div
      id="list"
      class="list ${isFlat ? 'few' : ''}"
      part="list"
      role="listbox"
      tabindex=${coin || isFlat ? 0 : -1}
      aria-label=${label}
      aria-activedescendant=${this.#activeId()}
      aria-disabled=${this.isDisabled}
      @click=${this.#onClick}
      @focus=${this.#onListFocus}
      @keydown=${this.#onKeydown}
    >
      ${groups.map(({ heading, rows }) =>
        heading
          ? html`<div part="options" role="group" aria-label=${m[heading]}>
              <div class="group" part="group" aria-hidden="true">${m[heading]}</div>
              ${rows.map(this.#option)}
            </div>`
          : rows.map(this.#option),
      )}
    </div>`;
  }

  readonly #option = (row: Row): TemplateResult => {
    const { rows, index, recent } = this.#list;
    const at = rows.indexOf(row);
    const state = {
      index: at,
      active: at === index,
      selected: this.#list.isSelected(row),
      disabled: this.isDisabled,
      usedLast: row.kind === 'network' && keyOf(row) === recent[0],
    };
    return option(row, state, this.#localize.m);
  };

  #activeId(): string | typeof nothing {
    return this.#list.index < 0 ? nothing : `row-${this.#list.index}`;
  }

  #find(id: string): HTMLElement | null {
    return this.shadowRoot?.querySelector<HTMLElement>(`#${id}`) ?? null;
  }

  readonly #onInput = (event: InputEvent): void => {
    // The page hears of options, not of letters.
    event.stopPropagation();
    if (event.target instanceof HTMLInputElement) this.#search(event.target.value);
  };

  #search(query: string): void {
    const list = this.#list;
    list.search(query);
    clearTimeout(this.#pause);
    if (query === '') return this.#live.say('');
    const words = this.#localize.m.matches(list.rows.length, list.options.length, query);
    this.#pause = setTimeout(() => this.#live.say(words), SEARCH_PAUSE_MS);
  }

  readonly #clear = (): void => {
    this.#search('');
    this.#find('search')?.focus();
  };

  readonly #toCoins = (): void => {
    this.#list.showCoins();
    this.#announceStep();
  };

  /** Another step: the focus goes to its list, and its question is heard. */
  #announceStep(): void {
    this.#focusList = true;
    this.#live.say(this.#question);
  }

  /** A coin on several networks leads to them; everything else is a choice. */
  #choose(row: Row | undefined, event: UIEvent): void {
    if (!row || !isAvailable(row) || this.isDisabled) return;
    if (isRepeatedPress(event, this.#shownAtMs)) return;
    const [only, second] = optionsIn(row);
    if (only && !second) return this.#pick(only.currency.code);
    this.#shownAtMs = event.timeStamp;
    // A screen reader presses without a pointer.
    this.#list.showNetworks(row, event.detail === 0);
    this.#announceStep();
  }

  readonly #pick = (code: CurrencyCode): void => {
    this.value = code;
    saveRecent(code, this.storage);
    this.#popover.hide();
    this.#search('');
    // Inside another element the page is told by that one.
    const composed = isOutermost(this);
    this.dispatchEvent(new Event('input', { bubbles: true, composed }));
    this.dispatchEvent(new Event('change', { bubbles: true }));
    this.dispatchEvent(new CryptoCurrencyChangeEvent(this, code));
  };

  readonly #onClick = (event: MouseEvent): void => {
    const option = event.target instanceof Element ? event.target.closest('[role=option]') : null;
    if (option) this.#choose(this.#list.rows[Number(option.id.slice('row-'.length))], event);
  };

  readonly #onKeydown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (event.isComposing || event.ctrlKey || event.metaKey || (event.altKey && key.length === 1)) return;
    const list = this.#list;
    const isSearch = event.currentTarget === this.#find('search');
    const step = ROWS_PER_KEY[key];
    if (key === 'Enter' || (key === ' ' && !isSearch)) {
      this.#choose(list.rows[list.index], event);
      return event.preventDefault();
    }
    // Who presses another key has seen them.
    this.#shownAtMs = -Infinity;
    if (step !== undefined) list.move(step);
    else if (key === 'Escape' && list.coin) this.#toCoins();
    else if (key === 'Escape' && list.query !== '') this.#clear();
    // In Safari a search field keeps the key for itself.
    else if (key === 'Escape' && this.#popover.isOpen) this.#popover.hide();
    else if ((key === 'Home' || key === 'End') && !(isSearch && list.query !== '')) {
      list.activate(key === 'Home' ? 0 : list.rows.length - 1);
    } else {
      // Typing on the list is searching.
      if (!isSearch && key.length === 1) this.#find('search')?.focus();
      return;
    }
    event.preventDefault();
  };

  /** Whoever comes by the keyboard sees where they are. */
  readonly #onListFocus = (): void => {
    if (this.#list.index < 0 && this.#find('list')?.matches(':focus-visible')) this.#list.move(0);
  };

  readonly #onTriggerKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    this.#popover.show();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'crypto-currency-picker': CryptoCurrencyPicker;
  }
}
