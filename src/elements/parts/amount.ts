import { html, type TemplateResult } from 'lit';
import { groupDigits } from '../../payment/index.js';

/** Long amounts have smaller type; no digit is cut. */
function amountLength(amount: string): 'short' | 'long' | 'longest' {
  if (amount.length < 9) return 'short';
  return amount.length < 13 ? 'long' : 'longest';
}

/** Groups digits, to be set apart without a character: `1234.5678` → `1`, `234.567`, `8`. */
function groups(amount: string): readonly string[] {
  return groupDigits(amount).reduce<readonly string[]>(
    (done, group) =>
      group.startsWith('.') ? [...done.slice(0, -1), `${done.at(-1) ?? ''}${group}`] : [...done, group],
    [],
  );
}

/** The digits of an amount, set apart in groups of three; what is copied has no gaps. The styles of `.group` make the gap. */
export function groupedDigits(amount: string): TemplateResult {
  const [first = '', ...rest] = groups(amount);
  return html`${first}${rest.map((group) => html`<wbr /><span class="group">${group}</span>`)}`;
}

/** A large amount with visually grouped digits; left to right in every language. */
export function largeAmount(amount: string, symbol: string): TemplateResult {
  return html`<bdi class="amount" part="amount" translate="no" dir="ltr" data-length=${amountLength(amount)}
    >${groupedDigits(amount)} <span class="unit">${symbol}</span></bdi
  >`;
}

/** An amount with its coin inside a sentence or a row. */
export function amountText(amount: string, symbol: string): string {
  return `${amount} ${symbol}`;
}
