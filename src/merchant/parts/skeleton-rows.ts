import { html, type TemplateResult } from 'lit';

/** Skeleton rows while a list loads. */
export function skeletonRows(label: string, rows = 4): TemplateResult {
  return html`<div role="group" aria-label=${label} aria-busy="true">
    ${Array.from(
      { length: rows },
      () =>
        html`<div class="skeleton-row">
          <span class="skeleton" part="skeleton"></span><span class="skeleton"></span>
        </div>`,
    )}
  </div>`;
}
