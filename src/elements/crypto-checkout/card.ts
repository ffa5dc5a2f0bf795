import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { isDismissible } from '../../checkout/flow.js';
import { footer } from './footer.js';
import { header } from './header.js';
import { body } from './body.js';
import { directionOf } from '../../i18n/index.js';
import type { LazyTemplates } from './lazy-templates.js';
import { hasOverlay, isPaying, isLoadingStep } from './view-model.js';
import type { CheckoutViewModel } from './view-model.js';

/** Header, body and footer keep their place; the shop's slots are above and below. */
export function card(view: CheckoutViewModel, lazy: LazyTemplates): TemplateResult {
  const { m } = view.localize;
  const { kind } = view.screen;
  return html`<section
    class="card"
    part="card"
    lang=${m.lang}
    dir=${directionOf(m.lang)}
    aria-label=${view.options.mode === 'modal' ? nothing : m.card}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isDismissible(view.flow)) return;
      event.preventDefault();
      view.actions.send({ type: 'overlayToggled', overlay: null });
    }}
  >
    <div class="extra"><slot name="header"></slot></div>
    ${header(view)}
    <div
      class="body ${hasFigure(view) ? 'outcome' : ''}"
      part="body"
      tabindex="-1"
      aria-busy=${isLoadingStep(view) || kind === 'loading' || kind === 'creating'}
      data-screen=${kind}
    >
      ${body(view, lazy)}
    </div>
    ${footer(view, lazy)}
    <div class="extra"><slot name="footer"></slot></div>
  </section>`;
}

/** Outcomes and errors start with an illustration and take more room. */
function hasFigure(view: CheckoutViewModel): boolean {
  return !hasOverlay(view) && !isPaying(view);
}
