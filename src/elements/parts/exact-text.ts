import { html, type TemplateResult } from 'lit';
import { transactionUrl, type NetworkKey } from '../../payment/index.js';
import { secureLink } from './safe-link.js';

/** Splits an address into groups of four. Payers compare both ends: a shorter group comes before the last one. */
export function addressGroups(address: string): readonly string[] {
  return address.match(/.{1,4}(?=.{4})|.+/g) ?? [];
}

/** Returns a `copy` handler for the exact text, without its visual gaps and cuts. */
export function copiesExactly(text: string): (event: ClipboardEvent) => void {
  return (event) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
}

export function groupedAddress(address: string): TemplateResult {
  const groups = addressGroups(address);
  const isEnd = (index: number) => index === 0 || index === groups.length - 1;
  return html`<bdi
    class="groups exact"
    part="address"
    dir="ltr"
    role="group"
    aria-label=${address}
    data-length=${address.length > 48 ? 'long' : 'short'}
    @copy=${copiesExactly(address)}
    >${groups.map((group, index) => html`<span>${isEnd(index) ? html`<b>${group}</b>` : group}</span>`)}</bdi
  >`;
}

/** `045ef5…017409`; complete when copied or printed. */
function shortened(text: string): TemplateResult {
  const shown = text.length > 16 ? `${text.slice(0, 6)}…${text.slice(-6)}` : text;
  return html`<bdi class="exact cut" dir="ltr" title=${text} @copy=${copiesExactly(text)}
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
