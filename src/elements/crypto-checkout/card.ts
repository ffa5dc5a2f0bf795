import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { foot } from './footer.js';
import { head } from './header.js';
import { stage } from './body.js';
import { directionOf } from '../../i18n/index.js';
import { isAside, isPaying, isWaiting, leaveAside } from './view-model.js';
import type { View } from './view-model.js';

/** Head, stage and foot keep their place; the shop's own words stand above and below. */
export function card(view: View): TemplateResult {
  const { m } = view.localize;
  const { kind } = view.screen;
  return html`<section
    class="card"
    part="card"
    lang=${m.lang}
    dir=${directionOf(m.lang)}
    aria-label=${view.isModal ? nothing : m.card}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape' && leaveAside(view.aside, view.act)) event.preventDefault();
    }}
  >
    <div class="extra"><slot name="header"></slot></div>
    ${head(view)}
    <div
      class="stage ${hasFigure(view) ? 'outcome' : ''}"
      part="stage"
      tabindex="-1"
      aria-busy=${isWaiting(view) || kind === 'loading' || kind === 'creating'}
      data-screen=${kind}
    >
      ${stage(view)}
    </div>
    ${foot(view)}
    <div class="extra"><slot name="footer"></slot></div>
  </section>`;
}

/** Outcomes and errors begin with a figure and keep more room. */
function hasFigure(view: View): boolean {
  return !isAside(view) && !isPaying(view);
}
