import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/localize.js';
import { copyFieldParts } from '../crypto-copy-field/parts.js';
import { factList } from '../parts/fact-list.js';

/** One line of what the payer may send to the shop. */
export interface SupportFact {
  readonly label: string;
  readonly value: string;
  /** Beside a problem it is copied, and not shown. */
  readonly isMinor: boolean;
}

/** None where there is nothing to tell. */
export function fact(label: string, value: string | undefined, isMinor = false): readonly SupportFact[] {
  return value === undefined ? [] : [{ label, value, isMinor }];
}

/** The same for payer and shop, wherever they are. */
export function utc(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** The details to copy, and those of them that are `formatValue`. */
export function supportDetails(
  facts: readonly SupportFact[],
  shown: readonly SupportFact[],
  { m, locale }: LocalizeController,
): TemplateResult {
  return html`<div class="slip" part="slip">
    ${factList(shown, 'compact')}
    <div class="slip-foot" part="slip-foot">
      <span class="label" part="label">${m.problem.noSecrets}</span>
      <crypto-copy-field
        exportparts=${copyFieldParts}
        value=${facts.map(({ label, value }) => `${label}: ${value}`).join('\n')}
        label=${m.copyDetails}
        announcement=${m.problem.detailsCopied}
        locale=${locale}
      ></crypto-copy-field>
    </div>
  </div>`;
}
