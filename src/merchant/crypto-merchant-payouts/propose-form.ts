import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import {
  CURRENCY_CODES,
  currencyOf,
  isCurrencyCode,
  isZeroAmount,
  type CurrencyCode,
} from '../../payment/index.js';
import type { Payout } from '../../protocol/index.js';
import type { PayoutProposal } from '../client/payout-signer.js';
import { FocusController } from '../parts/focus-controller.js';
import { checkFields, typeInto, withValues, type FieldsState } from '../state/fields.js';
import { icon } from '../parts/icons.js';
import type { MerchantLocalize } from '../parts/localize.js';
import { addressField, savedAddresses } from './address-field.js';
import { addressFault, amountFault } from './check-proposal.js';
import { sentence } from '../../elements/parts/sentence.js';

interface ProposeOptions {
  readonly localize: MerchantLocalize;
  /** Returns the available amount of a currency; `null` if it is unknown. */
  readonly available: (currency: CurrencyCode) => string | null;
  /** Returns finished payouts, whose addresses are suggested. */
  readonly finished: () => readonly Payout[];
  readonly onePerson: () => boolean;
  /** @returns why proposing failed; empty if it succeeded */
  readonly propose: (proposal: PayoutProposal) => Promise<string>;
}

type Field = 'amount' | 'address';
const EMPTY = { amount: '', address: '', purpose: '' } as const;
const MAX_PURPOSE_LENGTH = 200;

/** The form for a proposal. Each field is checked when a person leaves it. */
export class ProposeForm {
  #currency: CurrencyCode = 'USDT_TRC20';
  #fields: FieldsState<Field | 'purpose'> = withValues(EMPTY);
  #error = '';
  #isBusy = false;
  readonly #focus: FocusController;

  constructor(
    private readonly host: ReactiveControllerHost & { readonly renderRoot: ParentNode },
    private readonly options: ProposeOptions,
  ) {
    this.#focus = new FocusController(host);
  }

  render(): TemplateResult {
    const { localize, onePerson } = this.options;
    const { payouts } = localize.t;
    return html`<form
      class="propose"
      part="form"
      novalidate
      aria-labelledby="propose"
      @submit=${this.#submit}
    >
      <h3 id="propose">${payouts.propose}</h3>
      ${this.#coin()}${this.#amount()}${this.#address()}
      <label class="line"
        ><span>${payouts.purpose}</span
        ><input
          part="input"
          maxlength=${MAX_PURPOSE_LENGTH}
          autocomplete="off"
          .value=${this.#fields.values.purpose}
          @input=${this.#onInput('purpose')}
      /></label>
      ${this.#error ? html`<p class="error" role="alert">${this.#error}</p>` : nothing}
      <button class="tool primary" part="button button-primary" type="submit" ?disabled=${this.#isBusy}>
        ${payouts.submit}
      </button>
      <p class="dim">${onePerson() ? payouts.submitTextAlone : payouts.submitText}</p>
    </form>`;
  }

  get #trimmed(): Readonly<Record<Field | 'purpose', string>> {
    const { amount, address, purpose } = this.#fields.values;
    return { amount: amount.trim(), address: address.trim(), purpose: purpose.trim() };
  }

  get #available(): string | null {
    return this.options.available(this.#currency);
  }

  #coin(): TemplateResult {
    const { localize, available } = this.options;
    const isFilled = (code: CurrencyCode) => !isZeroAmount(available(code) ?? '0');
    const codes = CURRENCY_CODES.toSorted((one, other) => Number(isFilled(other)) - Number(isFilled(one)));
    const amount = this.#available;
    return html`<div class="line">
      <span class="label-line"
        ><label for="coin">${localize.t.payments.coin}</label
        ><span class="dim"
          >${amount === null ? nothing : sentence(localize.t.payouts.available(localize.inCoin(amount, this.#currency)))}</span
        ></span
      ><select
        id="coin"
        part="input"
        translate="no"
        @change=${({ target }: Event) => {
          if (!(target instanceof HTMLSelectElement) || !isCurrencyCode(target.value)) return;
          this.#currency = target.value;
          this.#fields = withValues(this.#fields.values);
          if (this.#fields.values.address !== '') this.#check('address');
          this.host.requestUpdate();
        }}
      >
        ${codes.map((code) => html`<option value=${code} ?selected=${code === this.#currency}>${localize.coin(code)}</option>`)}
      </select>
    </div>`;
  }

  #amount(): TemplateResult {
    const { payouts } = this.options.localize.t;
    const available = this.#available;
    const fault = this.#shownFault('amount');
    return html`<div class="line">
      <span class="label-line"
        ><label for="amount">${payouts.amount}</label>${
          available === null
            ? nothing
            : html`<button
                class="tool plain"
                part="button"
                type="button"
                @click=${() => {
                  this.#fields = typeInto(this.#fields, 'amount', available);
                  this.#check('amount');
                }}
              >
                ${payouts.all}
              </button>`
        }</span
      ><span class="field"
        ><input
          id="amount"
          part="input"
          dir="ltr"
          inputmode="decimal"
          autocomplete="off"
          aria-invalid=${fault ? 'true' : 'false'}
          aria-describedby=${fault ? 'amount-says' : nothing}
          .value=${this.#fields.values.amount}
          @input=${this.#onInput('amount')}
          @change=${() => this.#check('amount')}
        /><bdi translate="no">${currencyOf(this.#currency).symbol}</bdi></span
      >${fault ? html`<p class="says" id="amount-says" data-tone="danger">${icon('warning', 'small')}<span>${sentence(fault)}</span></p>` : nothing}
    </div>`;
  }

  #address(): TemplateResult {
    const { localize, finished } = this.options;
    return addressField(localize, {
      currency: this.#currency,
      address: this.#fields.values.address,
      fault: this.#shownFault('address'),
      saved: savedAddresses(finished(), this.#currency),
      onInput: this.#onInput('address'),
      onChange: () => this.#check('address'),
      onSaved: (address) => {
        this.#fields = typeInto(this.#fields, 'address', address);
        this.#check('address');
      },
    });
  }

  #onInput(name: Field | 'purpose') {
    return ({ target }: Event): void => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
      this.#fields = typeInto(this.#fields, name, target.value);
      this.host.requestUpdate();
    };
  }

  #fault(field: Field): string | null {
    const { localize } = this.options;
    const [currency, available] = [this.#currency, this.#available];
    const availableText = localize.inCoin(available ?? '', currency);
    return field === 'address'
      ? addressFault(currency, this.#trimmed.address, localize)
      : amountFault(this.#trimmed.amount, { currency, available, availableText }, localize.t);
  }

  #shownFault(field: Field): string {
    return (this.#fields.checked.has(field) && this.#fault(field)) || '';
  }

  /** Shows the fault of a field, if it has one. */
  #check(field: Field): boolean {
    this.#fields = checkFields(this.#fields, field);
    this.host.requestUpdate();
    return this.#fault(field) === null;
  }

  readonly #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const wrong = (['amount', 'address'] as const).filter((field) => !this.#check(field));
    if (wrong[0]) this.#focus.moveTo(`#${wrong[0]}`);
    else void this.#send();
  };

  async #send(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#error = '';
    this.host.requestUpdate();
    const sent = this.#fields.values;
    const { amount, address, purpose } = this.#trimmed;
    this.#error = await this.options.propose({
      ...{ currency: this.#currency, address, amount },
      purpose: purpose || null,
    });
    this.#isBusy = false;
    // What a person has typed meanwhile belongs to the next proposal.
    if (this.#error === '' && this.#fields.values === sent) this.#fields = withValues(EMPTY);
    this.host.requestUpdate();
  }
}
