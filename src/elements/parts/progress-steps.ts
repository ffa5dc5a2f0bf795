import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { icon } from './payment-icons.js';

export interface ProgressStep {
  readonly label: string;
  /** A typical duration, or what is known of the step: at the end of its line. */
  readonly detail?: string | TemplateResult;
}

/** Steps in their order. Those before the current one are done. */
export function progressSteps(steps: readonly ProgressStep[], current: number): TemplateResult {
  return html`<ol class="track" part="progress-steps">
    ${steps.map(
      ({ label, detail }, index) =>
        html`<li
          part="progress-step"
          data-step=${index < current ? 'done' : index === current ? 'now' : 'next'}
          aria-current=${ifDefined(index === current ? 'step' : undefined)}
        >
          <span class="dot" part="step-marker">${index < current ? icon('check') : nothing}</span
          ><span>${label}</span
          >${detail ? html`<span class="duration" part="step-duration">${detail}</span>` : nothing}
        </li>`,
    )}
  </ol>`;
}
