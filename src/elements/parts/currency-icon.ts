import { html, nothing, svg } from 'lit';
import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';
import { coinIcon, iconFallback, networkIcon } from '../../adapters/coin-icon.js';
import type { IconDrawing } from '../../adapters/coin-icon.js';
import type { Currency, Network } from '../../payment/index.js';

/** By the symbol of a coin or the key of a network, which differ in their case; `null` while it loads, or without one. */
const drawings = new Map<string, IconDrawing | null>();
const hosts = new Set<ReactiveControllerHost>();

/** Updates its host whenever an icon has loaded. */
export class IconController implements ReactiveController {
  readonly #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    hosts.add(this.#host);
    // Retries icons that failed to load.
    for (const [key, drawing] of drawings) if (!drawing) drawings.delete(key);
  }

  hostDisconnected(): void {
    hosts.delete(this.#host);
  }
}

function drawingOf(key: string, load: (key: string) => Promise<IconDrawing | null>): IconDrawing | null {
  const known = drawings.get(key);
  if (known !== undefined) return known;
  drawings.set(key, null);
  void load(key).then((drawing) => {
    if (!drawing) return;
    drawings.set(key, drawing);
    for (const host of hosts) host.requestUpdate();
  });
  return null;
}

function draw(drawing: IconDrawing | null, letters: string): TemplateResult {
  return html`<svg viewBox=${drawing?.viewBox ?? '0 0 24 24'} aria-hidden="true">
    ${
      drawing
        ? drawing.shapes.map(
            ({ d, fill, evenOdd }) =>
              svg`<path d=${d} fill=${fill} fill-rule=${evenOdd ? 'evenodd' : nothing}></path>`,
          )
        : svg`<text x="12" y="15">${iconFallback(letters)}</text>`
    }
  </svg>`;
}

export function renderNetworkIcon({ key, name }: Network, look: '' | 'large' = ''): TemplateResult {
  return html`<span class="mark ${look}" part="network-icon"
    >${draw(drawingOf(key, networkIcon), name)}</span
  >`;
}

/** The icon of a coin; with `onNetwork`, the icon of its network at the corner, unless both are the same. */
export function renderCoinIcon({ code, symbol, network }: Currency, onNetwork: boolean): TemplateResult {
  const coin = drawingOf(symbol, coinIcon);
  const isNative = code === symbol;
  const corner = onNetwork && !isNative ? drawingOf(network.key, networkIcon) : null;
  return html`<span class="mark large" part="currency-icon">
    ${draw(coin, symbol)}${corner && corner !== coin ? html`<span class="on">${draw(corner, '')}</span>` : nothing}
  </span>`;
}
