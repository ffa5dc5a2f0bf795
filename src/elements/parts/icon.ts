import { html, svg } from 'lit';
import type { TemplateResult } from 'lit';

/** Lines of 1.6 on a field of 20; drawn by us. */
const ICONS = {
  copy: svg`<rect x="7" y="7" width="9.5" height="9.5" rx="2"/><path d="M13 7V5.5a2 2 0 0 0-2-2H5.5a2 2 0 0 0-2 2V11a2 2 0 0 0 2 2H7"/>`,
  check: svg`<path d="m4.5 10.5 3.7 3.7 7.3-8.4"/>`,
  next: svg`<path d="m8 5 5 5-5 5"/>`,
  back: svg`<path d="M16 10H4.5m5-5-5 5 5 5"/>`,
  search: svg`<circle cx="9" cy="9" r="5.25"/><path d="m13 13 3.75 3.75"/>`,
  warning: svg`<path d="M10 3.5c.5 0 .9.25 1.15.68l5.65 9.9c.5.9-.1 1.92-1.15 1.92H4.35c-1.05 0-1.65-1.02-1.15-1.92l5.65-9.9c.25-.43.65-.68 1.15-.68ZM10 8v3.25M10 13.6v.05"/>`,
  refresh: svg`<path d="M16.25 10a6.25 6.25 0 1 1-1.8-4.4l1.8 1.9M16.25 3.5v4h-4"/>`,
  offline: svg`<path d="M3 3l14 14M8.2 6.1A9 9 0 0 1 17 8.6M3 8.6a9 9 0 0 1 2.6-1.7M5.7 11.4a5.6 5.6 0 0 1 3-1.5M14.3 11.4l-.6-.5M10 15v.05"/>`,
  close: svg`<path d="m5.5 5.5 9 9m0-9-9 9"/>`,
  clock: svg`<circle cx="10" cy="10" r="7"/><path d="M10 6v4.2l2.6 1.6"/>`,
  half: svg`<circle cx="10" cy="10" r="7"/><path d="M10 3v14a7 7 0 0 0 0-14Z" fill="currentColor" stroke="none"/>`,
  eye: svg`<path d="M2.5 10S5.2 5 10 5s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5Z"/><circle cx="10" cy="10" r="2.25"/>`,
  plus: svg`<circle cx="10" cy="10" r="7"/><path d="M10 7v6M7 10h6"/>`,
  stop: svg`<circle cx="10" cy="10" r="7"/><path d="m5.2 14.8 9.6-9.6"/>`,
  cart: svg`<path d="M3 4h1.8l1.7 8.2a1 1 0 0 0 1 .8h6.6a1 1 0 0 0 1-.75L16.5 7H5.5M8 16.2v.05M14 16.2v.05"/>`,
  wait: svg`<circle cx="10" cy="10" r="7" stroke-dasharray="2.4 3.1"/>`,
  wallet: svg`<path d="M14.5 6.25V5A1.5 1.5 0 0 0 13 3.5H5a1.75 1.75 0 0 0-1.75 1.75v9.5c0 .97.78 1.75 1.75 1.75h10.25a1.5 1.5 0 0 0 1.5-1.5V7.75a1.5 1.5 0 0 0-1.5-1.5H5M13.5 11.4v.05"/>`,
  exchange: svg`<path d="M3.5 8 10 4l6.5 4zM5.25 8v6.25M8.4 8v6.25M11.6 8v6.25M14.75 8v6.25M3.5 16.5h13"/>`,
  phone: svg`<rect x="5.75" y="2.5" width="8.5" height="15" rx="2"/><path d="M9 14.75h2"/>`,
  globe: svg`<circle cx="10" cy="10" r="7"/><path d="M3 10h14M10 3c-5 4.2-5 9.8 0 14 5-4.2 5-9.8 0-14Z"/>`,
  late: svg`<circle cx="10" cy="10" r="7"/><path d="M10 6v4.2M10 13.6v.05"/>`,
};

export type IconName = keyof typeof ICONS;

/** Always beside words: hidden from screen readers. `turns` mirrors it in right-to-left pages. */
export function icon(name: IconName, look: '' | 'small' | 'turns' | 'small turns' = ''): TemplateResult {
  return html`<svg class="icon ${look}" part="icon" viewBox="0 0 20 20" aria-hidden="true">
    ${ICONS[name]}
  </svg>`;
}
