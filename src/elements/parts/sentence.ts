import { html, type TemplateResult } from 'lit';
import type { Messages } from '../../i18n/index.js';
import { networkLabel, type Network } from '../../payment/index.js';

/** Amounts, times, and the standard of a network, such as `(TRC-20)`. */
const EXACT = /(\d+(?:[.:]\d+)*(?: [A-Z][A-Z\d]+)?|\(\w+-\d+\))/;

export interface SentencePart {
  readonly text: string;
  /** Whether it is copied, compared or quoted, and must not be translated. */
  readonly isExact: boolean;
}

/**
 * Divides a sentence: a browser that translates the page would write 0.00063617 as 0,00063617.
 * @param exact texts in it beside amounts and times, such as an id
 */
export function partsOf(text: string, ...exact: readonly string[]): readonly SentencePart[] {
  const [first, ...others] = exact;
  if (!first) return text.split(EXACT).map((part, index) => ({ text: part, isExact: index % 2 === 1 }));
  return text
    .split(first)
    .flatMap((part, index) => [
      ...(index === 0 ? [] : [{ text: first, isExact: true }]),
      ...partsOf(part, ...others),
    ]);
}

/** A sentence whose amounts, times and other `exact` texts are not translated. */
export function sentence(text: string, ...exact: readonly string[]): readonly (string | TemplateResult)[] {
  return partsOf(text, ...exact).map((part) =>
    part.isExact ? html`<span translate="no">${unbroken(part.text)}</span>` : part.text,
  );
}

/** Keeps the standard of a network in one line: browsers may break a line after its hyphen. */
export function unbroken(text: string): readonly (string | TemplateResult)[] {
  return text
    .split(/(\(\w+-\d+\))/)
    .map((part, index) => (index % 2 === 0 ? part : html`<span class="whole">${part}</span>`));
}

/** `on TRON (TRC-20)` */
export function onNetwork(network: Network, m: Messages): readonly (string | TemplateResult)[] {
  const label = networkLabel(network);
  return sentence(m.onNetwork(label), label);
}
