import { html, type TemplateResult } from 'lit';
import { icon } from './icons.js';
import type { MerchantLocalize } from './localize.js';

interface Pages {
  /** Cursors of the pages up to the one that is shown; none for the first. */
  readonly cursors: readonly string[];
  /** The cursor of the next page; `null`: this is the last. */
  readonly next: string | null;
  readonly turnTo: (cursors: readonly string[]) => void;
}

/** Renders the buttons to the previous and the next page of a list. */
export function pageButtons({ cursors, next, turnTo }: Pages, { t }: MerchantLocalize): TemplateResult {
  const button = (label: string, name: 'back' | 'forth', to: readonly string[] | null) =>
    html`<button
      class="tool square"
      part="button"
      type="button"
      aria-label=${label}
      ?disabled=${to === null}
      @click=${() => to && turnTo(to)}
    >
      ${icon(name, 'small turns')}
    </button>`;
  const previous = cursors.length > 0 ? cursors.slice(0, -1) : null;
  return html`<span class="actions"
    >${button(t.payments.previous, 'back', previous)}${button(t.payments.next, 'forth', next === null ? null : [...cursors, next])}</span
  >`;
}
