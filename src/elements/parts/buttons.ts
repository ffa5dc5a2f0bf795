import { html, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { icon } from './icon.js';

type OnPress = () => void;

export const BUTTON_PARTS = {
  'button': 'button',
  'button primary': 'button button-primary',
  'quiet': 'button-quiet',
};
type ButtonVariant = keyof typeof BUTTON_PARTS;

/** A link to another page that keeps this one open. */
export function linkButton(
  link: string,
  text: string,
  variant: ButtonVariant = 'button',
  part: string = BUTTON_PARTS[variant],
): TemplateResult {
  return html`<a class=${variant} part=${part} href=${link} target="_blank" rel="noopener noreferrer"
    >${text}</a
  >`;
}

export function button(content: unknown, onPress: OnPress, isPrimary = false): TemplateResult {
  const variant = isPrimary ? 'button primary' : 'button';
  return html`<button class=${variant} part=${BUTTON_PARTS[variant]} type="button" @click=${onPress}>
    ${content}
  </button>`;
}

export function retryButton(text: string, onPress: OnPress): TemplateResult {
  return button(html`${icon('refresh')}${text}`, onPress, true);
}

interface QuietOptions {
  readonly part?: string;
  readonly id?: string;
  readonly slot?: string;
  /** Its accessible name, where that is longer than its text. */
  readonly label?: string;
  readonly isExpanded?: boolean;
}

/** A button without a border. */
export function quietButton(
  text: string,
  onPress: OnPress,
  { part, id, slot, label, isExpanded }: QuietOptions = {},
): TemplateResult {
  return html`<button
    id=${ifDefined(id)}
    slot=${ifDefined(slot)}
    class="quiet"
    part=${part ? `button-quiet ${part}` : 'button-quiet'}
    type="button"
    aria-label=${ifDefined(label)}
    aria-expanded=${ifDefined(isExpanded === undefined ? undefined : isExpanded ? 'true' : 'false')}
    @click=${onPress}
  >
    ${text}
  </button>`;
}

export function backButton(label: string, onPress: OnPress, slot?: string): TemplateResult {
  return html`<button
    slot=${ifDefined(slot)}
    class="icon-button"
    part="back"
    type="button"
    aria-label=${label}
    @click=${onPress}
  >
    ${icon('back', 'turns')}
  </button>`;
}

export function stepTitle(title: string, label: string, onBack: OnPress): TemplateResult {
  return html`<div class="step">
    ${backButton(label, onBack)}
    <h2 class="title" part="title">${title}</h2>
  </div>`;
}
