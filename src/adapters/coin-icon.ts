import { COIN_ICONS, NETWORK_ICONS } from './icons/index.js';

interface IconShape {
  /** Path data, in units of the view box. */
  readonly d: string;
  /** A flat color, `#F7931A`. */
  readonly fill: string;
  readonly evenOdd?: boolean;
}

/** An icon as data, to be drawn by attributes: no markup is ever parsed from it. */
export interface IconDrawing {
  readonly viewBox: string;
  /** From back to front; the first fills the whole square with the brand's color, to be clipped to a circle. */
  readonly shapes: readonly IconShape[];
}

type IconLoaders = Readonly<Record<string, () => Promise<{ readonly drawing: IconDrawing }>>>;

/** Offline pages show letters and may retry. */
async function load(icons: IconLoaders, key: string): Promise<IconDrawing | null> {
  const loader = Object.hasOwn(icons, key) ? icons[key] : undefined;
  try {
    return loader ? (await loader()).drawing : null;
  } catch {
    return null;
  }
}

/**
 * Loads the icon of a coin by its symbol, such as `USDT`. @returns `null` if there is none or it cannot be loaded: show
 * letters instead
 */
export function coinIcon(symbol: string): Promise<IconDrawing | null> {
  return load(COIN_ICONS, symbol);
}

/** Loads the icon of a network by its key in the registry, such as `tron`; `null` as for coins. */
export function networkIcon(key: string): Promise<IconDrawing | null> {
  return load(NETWORK_ICONS, key);
}

/** Returns the letters that replace a missing icon: `TRU` for `TRUMP`. */
export function iconFallback(symbol: string): string {
  return symbol.slice(0, 3);
}
