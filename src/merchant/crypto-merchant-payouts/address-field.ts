import { html, nothing, type TemplateResult } from 'lit';
import { groupedAddress } from '../../elements/parts/exact-text.js';
import { currencyOf, type CurrencyCode } from '../../payment/index.js';
import type { Payout } from '../../protocol/index.js';
import { icon } from '../parts/icons.js';
import type { MerchantLocalize } from '../parts/localize.js';
import { addressFault } from './check-proposal.js';
import { sentence } from '../../elements/parts/sentence.js';

/** An address to which a payout on the same network was sent. */
interface SavedAddress {
  readonly address: string;
  readonly count: number;
}

/** Returns the addresses that received payouts on the network of a currency, in the order of `payouts`. */
export function savedAddresses(payouts: readonly Payout[], currency: CurrencyCode): readonly SavedAddress[] {
  const { key } = currencyOf(currency).network;
  const counts = new Map<string, number>();
  for (const { state, address, currency: coin } of payouts)
    if (state === 'sent' && currencyOf(coin).network.key === key)
      counts.set(address, (counts.get(address) ?? 0) + 1);
  return [...counts].map(([address, count]) => ({ address, count }));
}

interface AddressFieldOptions {
  readonly currency: CurrencyCode;
  readonly address: string;
  /** What is wrong with the address; empty if nothing is. */
  readonly fault: string;
  /** Addresses that received a payout before. */
  readonly saved: readonly SavedAddress[];
  readonly onInput: (event: Event) => void;
  readonly onChange: () => void;
  readonly onSaved: (address: string) => void;
}

/** Renders the field for an address, with the result of its check and the addresses that received a payout before. */
export function addressField(localize: MerchantLocalize, options: AddressFieldOptions): TemplateResult {
  const { currency, address, fault, saved, onInput, onChange, onSaved } = options;
  const { payouts } = localize.t;
  const choose = ({ target }: Event): void => {
    if (!(target instanceof HTMLSelectElement) || target.value === '') return;
    const chosen = target.value;
    target.value = '';
    onSaved(chosen);
  };
  return html`<div class="line">
    <label for="address"
      >${sentence(payouts.address(currencyOf(currency).network.name), currencyOf(currency).network.name)}</label
    ><textarea
      id="address"
      part="input"
      rows="2"
      dir="ltr"
      spellcheck="false"
      autocapitalize="none"
      autocomplete="off"
      aria-invalid=${fault ? 'true' : 'false'}
      aria-describedby="address-says"
      .value=${address}
      @input=${onInput}
      @change=${onChange}
    ></textarea>
    ${addressVerdict(localize, options)}
    ${
      saved.length === 0
        ? nothing
        : html`<label class="line"
            ><span>${payouts.usedBefore}</span
            ><select part="input" class="saved" translate="no" @change=${choose}>
              <option value="">${payouts.choose}</option>
              ${saved.map((one) => html`<option value=${one.address}>${`${one.address} · ${payouts.times(one.count)}`}</option>`)}
            </select></label
          >`
    }
  </div>`;
}

function addressVerdict(
  localize: MerchantLocalize,
  { currency, address, fault, saved }: AddressFieldOptions,
): TemplateResult {
  const { payouts } = localize.t;
  if (fault)
    return html`<p class="says" id="address-says" data-tone="danger">
      ${icon('warning', 'small')}<span>${fault}</span>
    </p>`;
  const isGood = address !== '' && addressFault(currency, address, localize) === null;
  if (!isGood) return html`<p id="address-says" hidden></p>`;
  const before = saved.find((one) => one.address === address);
  return html`<div id="address-says" class="lines">
    ${groupedAddress(address)}
    <p class="says" data-tone=${before ? 'success' : 'neutral'}>
      ${icon(before ? 'check' : 'late', 'small')}<span
        >${before ? payouts.good(payouts.times(before.count)) : payouts.newAddress}</span
      >
    </p>
  </div>`;
}
