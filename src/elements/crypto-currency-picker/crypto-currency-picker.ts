import type { PropertyValues, TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { focusedIn } from '../../controllers/focus.js';
import { LiveRegionController } from '../../controllers/live-region.js';
import { LocalizeController } from '../../controllers/localize.js';
import { PopoverController } from '../../controllers/popover.js';
import { CustomStatesController } from '../../controllers/states.js';
import { CryptoCurrencyChangeEvent } from '../../events/events.js';
import { isOutermost } from '../../events/outermost.js';
import { isCurrencyCode, type CurrencyCode } from '../../payment/index.js';
import type { CheckoutOffer } from '../../protocol/index.js';
import { currencyIcons } from '../../styles/base.js';
import { controls } from '../../styles/controls.js';
import { headings } from '../../styles/headings.js';
import { IconController } from '../parts/currency-icon.js';
import {
  isAvailable,
  optionsIn,
  pairName,
  parseCurrencyCodes,
  toCurrencyOptions,
} from './currency-options.js';
import type { Row } from './currency-options.js';
import { FormField } from './form-field.js';
import { isRepeatedPress, keyAction, ListState } from './list-state.js';
import { pickerParts } from './css-parts.js';
import { picker, pickerWithTrigger, type PickerActions, type PickerView } from './picker-view.js';
import { readRecent, saveRecent, type RecentStorage } from './recent.js';
import { styles } from './crypto-currency-picker.styles.js';

/** Pause in typing after which the number of results is announced. */
const SEARCH_PAUSE_MS = 400;

/**
 * Selects a coin, then its network; with few offers, one list of coins on networks. By default it is a button that opens
 * a list, and a form field; `inline` shows the list itself, which fills its container. The search covers coins and
 * networks, and returns coins on networks.
 *
 * @slot back - a control before the first title
 * @fires {CryptoCurrencyChangeEvent} crypto-currency-change - the payer selected a currency
 * @fires {Event} input - as of any field, when the payer selected a currency
 * @fires {Event} change - as of any field, when the payer selected a currency
 * @cssState open - the list is open
 */
export class CryptoCurrencyPicker extends FormField<CurrencyCode> {
  static override readonly styles = [FormField.styles, currencyIcons, controls, headings, styles];
  static readonly parts = pickerParts;

  /** The currencies that can be selected, in display order. */
  @property({ attribute: false }) offers: readonly CheckoutOffer[] = [];
  /** Currency codes, separated by spaces or commas: limits `offers` to these, in this order; without `offers`, all of them. */
  @property() currencies = '';
  /** Shows the list without a button. */
  @property({ type: Boolean, reflect: true }) inline = false;
  /** The accessible label; a `label` element works as well. `inline`: the title. */
  @property() label = '';
  /** Stores the last three selections. Default: the browser's `localStorage`. */
  @property({ attribute: false }) storage: RecentStorage | null = null;

  readonly #localize = new LocalizeController(this);
  readonly #live = new LiveRegionController(this);
  readonly #popover = new PopoverController(this, {
    opening: () => {
      this.renderImmediately();
      this.#list.reset(readRecent(this.storage));
      this.#live.say('');
      this.#shownAtMs = performance.now();
    },
    opened: () => {
      // On a touch device the search stays unfocused: it would open the keyboard.
      const search = matchMedia('(hover: hover)').matches ? this.find('#search') : null;
      (search ?? this.find('#list'))?.focus({ preventScroll: true });
    },
  });
  readonly #list = new ListState(() => {
    this.#hasMoved = true;
    this.requestUpdate();
  });
  readonly #actions: PickerActions = {
    pick: (code) => this.#pick(code),
    clearSearch: () => {
      this.#search('');
      this.find('#search')?.focus();
    },
    showCoins: () => {
      this.#list.showCoins();
      this.#announceStep();
    },
    onInput: (event) => {
      // The page receives `input` for selections, not for letters of the search.
      event.stopPropagation();
      if (event.target instanceof HTMLInputElement) this.#search(event.target.value);
    },
    onKeydown: (event) => this.#onKeydown(event),
    onClick: (event) => {
      const row = event.target instanceof Element ? event.target.closest('[role=option]') : null;
      if (row) this.#choose(this.#list.rows[Number(row.id.slice('row-'.length))], event);
    },
    onListFocus: () => {
      // With the keyboard the active row is visible from the start.
      if (this.#list.index < 0 && this.find('#list')?.matches(':focus-visible')) this.#list.move(0);
    },
  };
  #hasMoved = false;
  #focusList = false;
  #hadFocus = false;
  /** Time when the rows were rendered, on the clock of events. */
  #shownAtMs = -Infinity;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    new IconController(this);
    new CustomStatesController(
      this,
      () => [this.#popover.isOpen && 'open'],
      () => this.internals,
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#pause);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#list.value = this.value;
    if (changed.has('storage')) this.#list.reset(readRecent(this.storage));
    if (changed.has('offers') || changed.has('currencies')) {
      const codes = parseCurrencyCodes(this.currencies);
      const options = toCurrencyOptions(this.offers, codes);
      this.#list.setOptions(
        options,
        options.some(({ currency }) => codes.includes(currency.code)),
      );
    }
    this.#hadFocus = focusedIn(this) !== null;
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    // Never takes the focus from elsewhere in the page: restores it when its element is gone.
    const isLost = this.#hadFocus && !focusedIn(this);
    if (this.#focusList || isLost) (this.find('#list') ?? this.entry)?.focus({ preventScroll: true });
    this.#focusList = false;
    if (!this.#hasMoved) return;
    this.#hasMoved = false;
    const row = this.find(`#row-${this.#list.index}`);
    // jsdom, in unit tests, has no layout and nothing to scroll.
    if (row && 'scrollIntoView' in row) row.scrollIntoView({ block: 'nearest' });
  }

  protected override render(): TemplateResult {
    const content = this.inline ? picker(this.#view) : pickerWithTrigger(this.#view);
    return this.#localize.marked(content, this.#live.render());
  }

  protected get entry(): HTMLElement | null {
    return this.find('#trigger') ?? this.find('#search') ?? this.find('#list');
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

  get #view(): PickerView {
    return {
      m: this.#localize.m,
      list: this.#list,
      popover: this.#popover,
      question: this.#question,
      label: this.label || this.labelText,
      isDisabled: this.isDisabled,
      actions: this.#actions,
    };
  }

  get #question(): string {
    const { m } = this.#localize;
    const { coin } = this.#list;
    return coin ? m.chooseNetwork(coin.currency.symbol) : (this.inline && this.label) || m.choose;
  }

  #search(query: string): void {
    const list = this.#list;
    list.search(query);
    clearTimeout(this.#pause);
    if (query === '') return this.#live.say('');
    const words = this.#localize.m.matches(list.rows.length, list.options.length, query);
    this.#pause = setTimeout(() => this.#live.say(words), SEARCH_PAUSE_MS);
  }

  #announceStep(): void {
    this.#focusList = true;
    this.#live.say(this.#question);
  }

  /** Shows the networks of a coin that has several; selects anything else. */
  #choose(row: Row | undefined, event: UIEvent): void {
    if (!row || !isAvailable(row) || this.isDisabled) return;
    if (isRepeatedPress(event, this.#shownAtMs)) return;
    const [only, second] = optionsIn(row);
    if (only && !second) return this.#pick(only.currency.code);
    this.#shownAtMs = event.timeStamp;
    // A screen reader activates without a pointer: `detail` is 0.
    this.#list.showNetworks(row, event.detail === 0);
    this.#announceStep();
  }

  #pick(code: CurrencyCode): void {
    this.value = code;
    saveRecent(code, this.storage);
    this.#popover.hide();
    this.#search('');
    // Inside another element that element dispatches the event to the page.
    const composed = isOutermost(this);
    this.dispatchEvent(new Event('input', { bubbles: true, composed }));
    this.dispatchEvent(new Event('change', { bubbles: true }));
    this.dispatchEvent(new CryptoCurrencyChangeEvent(this, { currency: code }));
  }

  #onKeydown(event: KeyboardEvent): void {
    const list = this.#list;
    const isSearch = event.currentTarget === this.find('#search');
    const action = keyAction(event, list, { isSearch, isPopoverOpen: this.#popover.isOpen });
    // A payer who presses another key has seen the rows.
    if (action !== 'choose' && action !== 'modified') this.#shownAtMs = -Infinity;
    if (action === 'search') this.find('#search')?.focus();
    if (action === null || action === 'modified' || action === 'search') return;
    event.preventDefault();
    if (action === 'choose') this.#choose(list.rows[list.index], event);
    if (action === 'showCoins') this.#actions.showCoins();
    if (action === 'clearSearch') this.#actions.clearSearch();
    if (action === 'close') this.#popover.hide();
  }
}
