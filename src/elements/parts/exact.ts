import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { transactionUrl } from '../../payment/index.js';
import type { NetworkKey } from '../../payment/index.js';
import { secureLink } from './link.js';

const GROUP = 4;

/** A group of an address: its quiet and its bold characters, in this order or the other way round. */
export interface AddressGroup {
  readonly quiet: string;
  readonly bold: string;
}

/** The whole address in groups of four, the first four and the last four characters bold. */
export function addressGroups(address: string): readonly AddressGroup[] {
  const groups: AddressGroup[] = [];
  const boldFrom = address.length - GROUP;
  for (let start = 0; start < address.length; start += GROUP) {
    const text = address.slice(start, start + GROUP);
    const quietLength = start === 0 ? 0 : Math.max(0, Math.min(text.length, boldFrom - start));
    groups.push({ quiet: text.slice(0, quietLength), bold: text.slice(quietLength) });
  }
  return groups;
}

/** Copying a selection gives the text itself, without the gaps and cuts made for the eye. */
export function copiesExactly(text: string): (event: ClipboardEvent) => void {
  return (event) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
}

export function groupedAddress(address: string): TemplateResult {
  return html`<bdi
    class="groups exact"
    part="address"
    dir="ltr"
    role="group"
    aria-label=${address}
    data-length=${address.length > 48 ? 'long' : 'short'}
    @copy=${copiesExactly(address)}
    >${addressGroups(address).map(({ quiet, bold }) => html`<span>${quiet}${bold ? html`<b>${bold}</b>` : ''}</span>`)}</bdi
  >`;
}

/** `045ef5…017409`: enough to compare, whole when copied or printed. */
export function shortened(text: string): TemplateResult {
  const shown = text.length > 16 ? `${text.slice(0, 6)}…${text.slice(-6)}` : text;
  return html`<bdi class="exact cut" dir="ltr" title=${text} @copy=${copiesExactly(text)}
    ><span>${shown}</span></bdi
  >`;
}

/** The way to a transaction in an explorer; `null` where its id is none. */
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

/** A transaction by its id, with the way to it where there is one. */
export function transaction(network: NetworkKey, id: string): TemplateResult {
  return transactionLink(network, id, shortened(id)) ?? shortened(id);
}
