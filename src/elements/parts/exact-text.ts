import { html, nothing, type TemplateResult } from 'lit';
import type { Messages } from '../../i18n/index.js';
import { addressGroups, transactionUrl, type NetworkKey } from '../../payment/index.js';
import { secureLink } from './safe-link.js';
import { sentence } from './sentence.js';

/** Returns a `copy` handler for the exact text, without its visual gaps and cuts. */
export function copiesExactly(text: string): (event: ClipboardEvent) => void {
  return (event) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
}

/** The address in groups, those to compare emphasized. */
export function groupedAddress(address: string): TemplateResult {
  return html`<bdi
    class="groups exact"
    part="address"
    translate="no"
    dir="ltr"
    role="group"
    aria-label=${address}
    data-length=${address.length > 48 ? 'long' : 'short'}
    @copy=${copiesExactly(address)}
    >${addressGroups(address).map(({ text, isMarked }) => html`<span>${isMarked ? html`<b>${text}</b>` : text}</span>`)}</bdi
  >`;
}

/** Tells the payer to compare the emphasized groups; a screen reader spells them. `address` is empty before it is known. */
export function comparison(address: string, m: Messages): TemplateResult {
  const groups = addressGroups(address).flatMap(({ text, isMarked }) => (isMarked ? text : []));
  return html`${m.compareGroups}${groups.length > 0 ? html`<span class="hidden"> ${sentence(m.markedGroups(groups.join(', ')), ...groups)}</span>` : nothing}`;
}

/** `045ef5…017409`; complete when copied or printed. */
function shortened(text: string): TemplateResult {
  const shown = text.length > 16 ? `${text.slice(0, 6)}…${text.slice(-6)}` : text;
  return html`<bdi class="exact cut" translate="no" dir="ltr" title=${text} @copy=${copiesExactly(text)}
    ><span>${shown}</span></bdi
  >`;
}

/** A link to a transaction in an explorer; `null` if its id is invalid. */
export function transactionLink(
  network: NetworkKey,
  id: string,
  text: string | TemplateResult,
): TemplateResult | null {
  const link = secureLink(transactionUrl(network, id));
  if (link === null) return null;
  return html`<a class="transaction" part="transaction" href=${link} target="_blank" rel="noopener noreferrer"
    >${text}</a
  >`;
}

export function transaction(network: NetworkKey, id: string): TemplateResult {
  return transactionLink(network, id, shortened(id)) ?? shortened(id);
}
