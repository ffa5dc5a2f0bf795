import { html, svg, type TemplateResult } from 'lit';

/** Lines of 1.6 on a field of 20, drawn for this package. The icons of the picker; more are in payment-icons.ts. */
const ICONS = {
  check: svg`<path d="m4.5 10.5 3.7 3.7 7.3-8.4"/>`,
  next: svg`<path d="m8 5 5 5-5 5"/>`,
  back: svg`<path d="M16 10H4.5m5-5-5 5 5 5"/>`,
  search: svg`<circle cx="9" cy="9" r="5.25"/><path d="m13 13 3.75 3.75"/>`,
  warning: svg`<path d="M10 3.5c.5 0 .9.25 1.15.68l5.65 9.9c.5.9-.1 1.92-1.15 1.92H4.35c-1.05 0-1.65-1.02-1.15-1.92l5.65-9.9c.25-.43.65-.68 1.15-.68ZM10 8v3.25M10 13.6v.05"/>`,
  refresh: svg`<path d="M16.25 10a6.25 6.25 0 1 1-1.8-4.4l1.8 1.9M16.25 3.5v4h-4"/>`,
  offline: svg`<path d="M3 3l14 14M8.2 6.1A9 9 0 0 1 17 8.6M3 8.6a9 9 0 0 1 2.6-1.7M5.7 11.4a5.6 5.6 0 0 1 3-1.5M14.3 11.4l-.6-.5M10 15v.05"/>`,
  close: svg`<path d="m5.5 5.5 9 9m0-9-9 9"/>`,
  eye: svg`<path d="M2.5 10S5.2 5 10 5s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5Z"/><circle cx="10" cy="10" r="2.25"/>`,
  globe: svg`<circle cx="10" cy="10" r="7"/><path d="M3 10h14M10 3c-5 4.2-5 9.8 0 14 5-4.2 5-9.8 0-14Z"/>`,
};

export type InitialIcon = keyof typeof ICONS;
export type IconLook = '' | 'small' | 'turns' | 'small turns';

/** Always beside text: hidden from screen readers. `turns` mirrors it in right-to-left pages. */
export function icon(name: InitialIcon, variant: IconLook = ''): TemplateResult {
  return drawn(ICONS[name], variant);
}

export function drawn(lines: unknown, variant: IconLook): TemplateResult {
  return html`<svg class="icon ${variant}" part="icon" viewBox="0 0 20 20" aria-hidden="true">${lines}</svg>`;
}
