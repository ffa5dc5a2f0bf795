import type { IconDrawing, IconLoaders } from './icon-drawing.js';
import { COIN_ICONS, NETWORK_ICONS } from './icons/index.js';

export type { IconDrawing, IconShape } from './icon-drawing.js';

/** A page that lost its connection shows letters, and may ask again. */
async function load(icons: IconLoaders, key: string): Promise<IconDrawing | null> {
  const loader = Object.hasOwn(icons, key) ? icons[key] : undefined;
  try {
    return loader ? (await loader()).drawing : null;
  } catch {
    return null;
  }
}

/**
 * The mark of a coin by its symbol, e.g. `USDT`; `null` where there is none, or it cannot be loaded: show
 * letters.
 */
export function coinIcon(symbol: string): Promise<IconDrawing | null> {
  return load(COIN_ICONS, symbol);
}

/** The mark of a network by its key in the registry, e.g. `tron`; `null` as for coins. */
export function networkIcon(key: string): Promise<IconDrawing | null> {
  return load(NETWORK_ICONS, key);
}

/** What stands in a round of neutral colour where no mark is: the first letters, `TRU` for `TRUMP`. */
export function iconFallback(symbol: string): string {
  return symbol.slice(0, 3);
}
