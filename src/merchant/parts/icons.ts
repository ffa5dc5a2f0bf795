import { svg, type TemplateResult } from 'lit';
import { drawn, type IconLook } from '../../elements/parts/icon.js';
import { icon as payerIcon, type IconName as PayerIcon } from '../../elements/parts/payment-icons.js';

/** Icons that only the staff's elements use, drawn for this package. */
const ICONS = {
  twice: svg`<circle cx="7.75" cy="10" r="4.75"/><path d="M11.2 6.1a4.75 4.75 0 1 1 0 7.8"/>`,
  tag: svg`<path d="M3.5 4.5v5.4l6.9 6.9a1 1 0 0 0 1.4 0l5-5a1 1 0 0 0 0-1.4L9.9 3.5H4.5a1 1 0 0 0-1 1ZM7 7v.05"/>`,
  download: svg`<path d="M10 3.5v9m-3.5-3.5L10 12.5 13.5 9M4 16h12"/>`,
  filter: svg`<path d="M3.5 6h13M6 10h8M8.5 14h3"/>`,
  chart: svg`<path d="M5 16V9.5M10 16V5M15 16v-4"/>`,
  forth: svg`<path d="M4 10h11.5m-5-5 5 5-5 5"/>`,
};

export type IconName = PayerIcon | keyof typeof ICONS;

const isOwn = (name: IconName): name is keyof typeof ICONS => Object.hasOwn(ICONS, name);

/** Renders an icon, like `icon` in `payment-icons.ts`, including those of the staff. */
export function icon(name: IconName, look: IconLook = ''): TemplateResult {
  return isOwn(name) ? drawn(ICONS[name], look) : payerIcon(name, look);
}
