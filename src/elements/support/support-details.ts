import { html, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/localize.js';
import type { Messages } from '../../i18n/index.js';
import { BREAK } from '../../i18n/phrases.js';
import { copyFieldParts } from '../crypto-copy-field/css-parts.js';
import { factList } from '../parts/fact-list.js';
import { sentence } from '../parts/sentence.js';
import { icon } from '../parts/icon.js';

export type ProblemText = Messages['problem']['address'];

/** @param isDone the payer has to do nothing, and nothing is wrong */
export function problemMessage({ title, text }: ProblemText, isDone = false): TemplateResult {
  return html`<div class="message" part="message">
    <span class="illustration" part="illustration" data-tone=${isDone ? 'success' : 'danger'}
      >${icon(isDone ? 'check' : 'warning')}</span
    >
    <h2 class="title" part="title">${title}</h2>
    <p class="lead" part="text">${sentence(text)}</p>
  </div>`;
}

export interface SupportFact {
  readonly label: string;
  readonly value: string;
  /** Copied, but not shown beside a problem. */
  readonly isMinor: boolean;
}

/** Returns no row without a value. */
export function fact(label: string, value: string | undefined, isMinor = false): readonly SupportFact[] {
  return value === undefined ? [] : [{ label, value, isMinor }];
}

/** A time that is the same for payer and shop. */
export function utc(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** The details to copy. Beside a problem the room is needed for the actions: only the major ones are shown. */
export function supportDetails(
  facts: readonly SupportFact[],
  isProblem: boolean,
  { m, locale }: LocalizeController,
): TemplateResult {
  const shown = facts.filter(({ isMinor }) => !(isProblem && isMinor));
  return html`<div class="sheet" part="sheet">
    ${factList(shown, 'compact')}
    <div class="sheet-footer">
      <span class="label" part="label">${m.problem.noSecrets}</span>
      <crypto-copy-field
        exportparts=${copyFieldParts}
        value=${facts
          .map(({ label, value }) => `${label}: ${value}`)
          .join('\n')
          .replaceAll(BREAK, '')}
        label=${m.copyDetails}
        announcement=${m.problem.detailsCopied}
        locale=${locale}
      ></crypto-copy-field>
    </div>
  </div>`;
}
