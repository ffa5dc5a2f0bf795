import { html, isServer, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { createDepositSession } from '../../checkout/deposit-session.js';
import { subjectOf } from '../../checkout/token-claims.js';
import type { DepositSession, DepositSnapshot } from '../../checkout/deposit-session.js';
import { DepositController, loadAddressCheck } from '../../controllers/deposit.js';
import { focusedIn } from '../../controllers/focus.js';
import { LiveRegionController } from '../../controllers/live-region.js';
import { LocalizeController } from '../../controllers/localize.js';
import { CustomStatesController } from '../../controllers/states.js';
import { payment } from '../../locales/compiled/payer/en/payment.js';
import { outcomes } from '../../locales/compiled/payer/en/outcomes.js';
import { problems } from '../../locales/compiled/payer/en/problems.js';
import { deposit } from '../../locales/compiled/payer/en/deposit.js';
import { CryptoCurrencyChangeEvent, CryptoDepositReadyEvent, CryptoErrorEvent } from '../../events/events.js';
import { currencyOf, isCurrencyCode } from '../../payment/index.js';
import type { DepositAddress } from '../../protocol/index.js';
import { styles as laterStyles } from '../crypto-checkout/payment-styles.js';
import { styles as cardStyles } from '../crypto-checkout/crypto-checkout.styles.js';
import { copyFieldParts } from '../crypto-copy-field/css-parts.js';
import { pickerParts } from '../crypto-currency-picker/css-parts.js';
import { pairName } from '../crypto-currency-picker/currency-options.js';
import { styles as panelStyles } from '../crypto-payment-panel/crypto-payment-panel.styles.js';
import { qrParts } from '../crypto-payment-qr/css-parts.js';
import { IconController } from '../parts/currency-icon.js';
import { EMPTY_WARNING_MS, warnAbout, warnDeveloper } from '../base/warn-developer.js';
import { ThemedElement } from '../base/themed-element.js';
import { card } from './card.js';
import { styles } from './crypto-deposit.styles.js';
import { problemText } from './problem.js';
import { currencyIn, type DepositScreen, type DepositViewModel } from './view-model.js';

/** The properties that decide on the session. */
const SOURCES = ['session', 'endpoint', 'customer', 'credentials'] as const;

/**
 * A customer deposit address: selecting a currency, then the permanent address for it. `<crypto-deposit customer="…">`
 * is all that a page needs. It fills its container from 320 to 480 px and keeps one size in every state.
 *
 * The content of the element is shown until the element is defined. After that only the slots are.
 *
 * @slot header - above the card's name
 * @slot footer - below the footer
 * @slot error - below the details of a problem
 * @fires {CryptoDepositReadyEvent} crypto-ready - the address is shown
 * @fires {CryptoCurrencyChangeEvent} crypto-currency-change - the customer selected a currency
 * @fires {CryptoErrorEvent} crypto-error - the address could not be obtained
 * @cssState opening - nothing is known yet
 * @cssState choosing - the customer selects a currency
 * @cssState requesting - the address is being requested
 * @cssState ready - the address is shown
 * @cssState failed - there is a problem
 */
export class CryptoDeposit extends ThemedElement {
  static override readonly styles = [panelStyles, ...cardStyles, laterStyles, styles];
  static readonly parts = [
    'card, header, body, sheet, destination, qr, qr-caption, address, notice, illustration, fact, fact-label, fact-value, button, button-primary, change, footer, status, skeleton',
    ...[pickerParts, copyFieldParts, qrParts],
  ].join();

  /** The proxy's base path or address. */
  @property() endpoint = '/crypto-checkout';
  /** A signed customer token, or a reference for the shop's resolver. */
  @property() customer = '';
  /** A currency code to select immediately, if deposit addresses exist for it. */
  @property() currency = '';
  /** Currency codes, separated by spaces or commas: only these can be selected, in this order. */
  @property() currencies = '';
  /** As for `fetch`: whether to send cookies to another origin. */
  @property() credentials: RequestCredentials = 'same-origin';
  /** A session, instead of `endpoint` and `customer`. */
  @property({ attribute: false }) session: DepositSession | null = null;

  readonly #localize = new LocalizeController(this, [payment, outcomes, problems, deposit]);
  readonly #live = new LiveRegionController(this);
  readonly #deposit = new DepositController(this, (before, after) => this.#onChange(before, after));
  #view: DepositViewModel | null = null;
  #pendingEvents: Event[] = [];
  /** What the session was opened for, if it is not the page's own. */
  #source: string | null = null;
  #shownWallet: DepositAddress | null = null;
  #problemAtMs = 0;
  #announced = '';
  #emptyTimer: ReturnType<typeof setTimeout> | undefined;
  #hadFocus = false;

  readonly #actions: DepositViewModel['actions'] = {
    choose: (currency) => {
      this.dispatchEvent(new CryptoCurrencyChangeEvent(this, { currency }));
      void loadAddressCheck();
      this.#deposit.session?.choose(currency);
    },
    change: (changing) => this.#deposit.session?.change(changing),
    refresh: () => this.#deposit.refresh(),
  };

  constructor() {
    super();
    new IconController(this);
    new CustomStatesController(this, () => [this.#screen().phase]);
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const isDone = await super.getUpdateComplete();
    if (!this.#deposit.loading) return isDone;
    await this.#deposit.loading;
    return super.getUpdateComplete();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (SOURCES.some((name) => changed.has(name))) this.#connect();
    const screen = this.#screen();
    if (screen.phase !== this.#view?.screen.phase) this.#live.notice = '';
    this.#view = this.#viewModel(screen);
    const words = this.#announcement(screen);
    if (words !== this.#announced) this.#live.say(words);
    this.#announced = words;
    this.#hadFocus = this.find('.card')?.contains(focusedIn(this)) ?? false;
  }

  protected override updated(): void {
    // Never takes the focus from elsewhere in the page: restores it when its element is gone.
    if (this.#hadFocus && !focusedIn(this)) this.find('.body')?.focus();
    for (const event of this.#pendingEvents.splice(0)) this.dispatchEvent(event);
  }

  protected override render(): TemplateResult {
    const view = this.#view ?? this.#viewModel(this.#screen());
    return html`${card(view)}${this.#live.render(this.#localize.m.lang)}`;
  }

  #connect(): void {
    // A server renders the state that it is given, and sends no request.
    if (isServer) return this.#deposit.use(this.session);
    const { endpoint, customer, credentials } = this;
    const id = subjectOf(customer);
    // A reference may have the text of a customer's id, and be about another customer.
    const subject = id === null ? { reference: customer } : { id };
    const source = this.session || customer === '' ? null : JSON.stringify([endpoint, credentials, subject]);
    // A shop that renders its page again signs the token again: the customer continues.
    if (source !== null && source === this.#source) return this.#deposit.session?.renewCustomer(customer);
    this.#source = source;
    const session =
      this.session ?? (customer === '' ? null : createDepositSession({ endpoint, customer, credentials }));
    this.#shownWallet = null;
    this.#deposit.use(session);
    clearTimeout(this.#emptyTimer);
    if (!session) this.#emptyTimer = setTimeout(this.#reportEmpty, EMPTY_WARNING_MS);
    else if (this.currency !== '' && session.snapshot.phase === 'choosing') this.#preselect(session);
  }

  readonly #reportEmpty = (): void => {
    if (this.isConnected)
      warnDeveloper(this, 'There is no customer. Set "customer" to a token from your server.');
  };

  #preselect(session: DepositSession): void {
    const code = this.currency;
    if (isCurrencyCode(code) && currencyOf(code).staticWallet) {
      void loadAddressCheck();
      session.choose(code);
    } else warnDeveloper(this, `There are no deposit addresses for "${code}". Set another "currency".`);
  }

  /** While messages load, the element waits as for an address. */
  #screen(): DepositScreen {
    const isOpen = this.#deposit.session !== null && !this.#localize.isPending;
    return isOpen ? this.#deposit.snapshot : { phase: 'opening' };
  }

  #viewModel(screen: DepositScreen): DepositViewModel {
    return {
      localize: this.#localize,
      screen,
      currencies: this.currencies,
      notice: this.#live.notice,
      canShrink: !isServer && !this.querySelector(':scope > [slot=footer]'),
      testMode: this.#shownWallet?.testMode ?? false,
      problemAtMs: this.#problemAtMs,
      actions: this.#actions,
    };
  }

  /** What a screen reader announces when the content changes; once as long as it stays the same. */
  #announcement(screen: DepositScreen): string {
    const { m } = this.#localize;
    const currency = currencyIn(screen);
    if (screen.phase === 'failed') return problemText(screen, m).title;
    if (screen.phase === 'requesting') return screen.isSlow ? m.deposit.slow : m.gettingAddress;
    if (currency) return m.deposit.title(pairName(currency, m));
    return screen.phase === 'choosing' ? m.deposit.choose : '';
  }

  #onChange(before: DepositSnapshot, after: DepositSnapshot): void {
    if (after.phase === 'ready' && after.wallet !== this.#shownWallet) {
      this.#shownWallet = after.wallet;
      this.#pendingEvents.push(new CryptoDepositReadyEvent(this, { currency: after.wallet.currency }));
    }
    if (after.phase !== 'failed') return;
    this.#problemAtMs = Date.now();
    this.#pendingEvents.push(new CryptoErrorEvent(this, after.problem));
    if (before.phase !== 'failed') void warnAbout(this, after.problem, this.endpoint);
  }
}
