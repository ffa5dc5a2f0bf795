import type * as Drawings from './icons/drawings.js';

interface IconShape {
  /** Path data, in a square of 24 × 24. */
  readonly d: string;
  /** A flat color, `#F7931A`. */
  readonly fill: string;
  readonly evenOdd?: boolean;
}

/**
 * An icon as data, to be drawn by attributes: no markup is ever parsed from it. From back to front; the first shape
 * fills the whole square with the brand's color, to be clipped to a circle.
 */
export type IconDrawing = readonly IconShape[];

export interface Icons {
  /** By the symbol of a coin, such as `USDT`. */
  readonly coins: ReadonlyMap<string, IconDrawing>;
  /** By the key of a network in the registry, such as `tron`. */
  readonly networks: ReadonlyMap<string, IconDrawing>;
}

let loading: Promise<Icons | null> | undefined;

/** @returns `null` if they cannot be loaded, as on a page that is offline: show letters instead, and load them later */
export function loadIcons(): Promise<Icons | null> {
  return (loading ??= load());
}

async function load(): Promise<Icons | null> {
  try {
    return toIcons(await import('./icons/drawings.js'));
  } catch {
    loading = undefined;
    return null;
  }
}

export function toIcons({ COIN_ICONS, NETWORK_ICONS }: typeof Drawings): Icons {
  return { coins: new Map(Object.entries(COIN_ICONS)), networks: new Map(Object.entries(NETWORK_ICONS)) };
}

/** Returns the letters that replace a missing icon: `TRU` for `TRUMP`. */
export function iconFallback(symbol: string): string {
  return symbol.slice(0, 3);
}
