import { svg, type TemplateResult } from 'lit';
import { drawn, icon as firstIcon, type InitialIcon, type IconLook } from './icon.js';

/** The icons of the steps after the picker. */
const ICONS = {
  copy: svg`<rect x="7" y="7" width="9.5" height="9.5" rx="2"/><path d="M13 7V5.5a2 2 0 0 0-2-2H5.5a2 2 0 0 0-2 2V11a2 2 0 0 0 2 2H7"/>`,
  clock: svg`<circle cx="10" cy="10" r="7"/><path d="M10 6v4.2l2.6 1.6"/>`,
  half: svg`<circle cx="10" cy="10" r="7"/><path d="M10 3v14a7 7 0 0 0 0-14Z" fill="currentColor" stroke="none"/>`,
  plus: svg`<circle cx="10" cy="10" r="7"/><path d="M10 7v6M7 10h6"/>`,
  stop: svg`<circle cx="10" cy="10" r="7"/><path d="m5.2 14.8 9.6-9.6"/>`,
  cart: svg`<path d="M3 4h1.8l1.7 8.2a1 1 0 0 0 1 .8h6.6a1 1 0 0 0 1-.75L16.5 7H5.5M8 16.2v.05M14 16.2v.05"/>`,
  wait: svg`<circle cx="10" cy="10" r="7" stroke-dasharray="2.4 3.1"/>`,
  wallet: svg`<path d="M14.5 6.25V5A1.5 1.5 0 0 0 13 3.5H5a1.75 1.75 0 0 0-1.75 1.75v9.5c0 .97.78 1.75 1.75 1.75h10.25a1.5 1.5 0 0 0 1.5-1.5V7.75a1.5 1.5 0 0 0-1.5-1.5H5M13.5 11.4v.05"/>`,
  exchange: svg`<path d="M3.5 8 10 4l6.5 4zM5.25 8v6.25M8.4 8v6.25M11.6 8v6.25M14.75 8v6.25M3.5 16.5h13"/>`,
  phone: svg`<rect x="5.75" y="2.5" width="8.5" height="15" rx="2"/><path d="M9 14.75h2"/>`,
  qr: svg`<path d="M3.5 3.5h4.75v4.75H3.5zM11.75 3.5h4.75v4.75h-4.75zM3.5 11.75h4.75v4.75H3.5zM12 12h1.5v1.5M16.5 12v1.5M12 16.5h1.5M16.5 16.5v-.05"/>`,
  down: svg`<path d="m5 8 5 5 5-5"/>`,
  late: svg`<circle cx="10" cy="10" r="7"/><path d="M10 6v4.2M10 13.6v.05"/>`,
};

export type IconName = InitialIcon | keyof typeof ICONS;

function isFirst(name: IconName): name is InitialIcon {
  return !Object.hasOwn(ICONS, name);
}

/** As `icon` of icon.ts, with all of them. */
export function icon(name: IconName, look: IconLook = ''): TemplateResult {
  return isFirst(name) ? firstIcon(name, look) : drawn(ICONS[name], look);
}
