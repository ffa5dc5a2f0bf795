import { html, type TemplateResult } from 'lit';
import { copyFieldParts } from '../crypto-copy-field/css-parts.js';

interface Copied {
  readonly text: string;
  readonly label?: string;
  readonly longLabel?: string;
  readonly announcement: string;
  readonly locale: string;
}

/** Copies `text` from memory, even if the markup of the page was manipulated. */
export function copyField({ text, label, longLabel, announcement, locale }: Copied): TemplateResult {
  return html`<crypto-copy-field
    exportparts=${copyFieldParts}
    .source=${() => text}
    label=${label ?? ''}
    long-label=${longLabel ?? ''}
    announcement=${announcement}
    locale=${locale}
  ></crypto-copy-field>`;
}
