import { html, nothing, svg } from 'lit';
import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';
import { iconFallback, loadIcons, type IconDrawing, type Icons } from '../../adapters/coin-icon.js';
import type { Currency, Network } from '../../payment/index.js';

/** The first rows are rendered together with their icons, or after this time with letters in place of them. */
const WAIT_MS = 1000;

let icons: Icons | null = null;
let isLoading = false;
let isAwaited = false;
const hosts = new Set<ReactiveControllerHost>();

/** Loads the icons of all coins and networks, and updates its host once they are there. */
export class IconController implements ReactiveController {
  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  /** The icons have been loading for a short time. */
  get isPending(): boolean {
    return isAwaited;
  }

  hostConnected(): void {
    hosts.add(this.host);
    if (!icons && !isLoading) void load();
  }

  hostDisconnected(): void {
    hosts.delete(this.host);
  }
}

async function load(): Promise<void> {
  isLoading = true;
  isAwaited = true;
  const late = setTimeout(stopWaiting, WAIT_MS);
  icons = await loadIcons();
  isLoading = false;
  clearTimeout(late);
  stopWaiting();
}

function stopWaiting(): void {
  isAwaited = false;
  for (const host of hosts) host.requestUpdate();
}

/** Uses these icons from now on. They were loaded before the elements, as on a server, which renders once. */
export function useIcons(loaded: Icons): void {
  icons = loaded;
}

function draw(icon: IconDrawing | undefined, letters: string): TemplateResult {
  return html`<svg viewBox="0 0 24 24" aria-hidden="true">
    ${
      icon
        ? icon.map(
            ({ d, fill, evenOdd }) =>
              svg`<path d=${d} fill=${fill} fill-rule=${evenOdd ? 'evenodd' : nothing}></path>`,
          )
        : svg`<text x="12" y="15">${iconFallback(letters)}</text>`
    }
  </svg>`;
}

export function renderNetworkIcon({ key, name }: Network, variant: '' | 'large' = ''): TemplateResult {
  return html`<span class="mark ${variant}" part="network-icon"
    >${draw(icons?.networks.get(key), name)}</span
  >`;
}

/** The icon of a coin; with `onNetwork`, the icon of its network at the corner, unless both are the same. */
export function renderCoinIcon({ code, symbol, network }: Currency, onNetwork: boolean): TemplateResult {
  const coin = icons?.coins.get(symbol);
  const isNative = code === symbol;
  const corner = onNetwork && !isNative ? icons?.networks.get(network.key) : undefined;
  return html`<span class="mark large" part="currency-icon">
    ${draw(coin, symbol)}${corner && corner !== coin ? html`<span class="on">${draw(corner, '')}</span>` : nothing}
  </span>`;
}
