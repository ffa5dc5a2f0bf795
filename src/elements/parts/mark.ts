import { html, nothing } from 'lit';
import type { ReactiveController, ReactiveControllerHost, SVGTemplateResult, TemplateResult } from 'lit';
import { svg } from 'lit';
import type { Currency, Network } from '../../payment/index.js';

type Drawings = Readonly<Record<string, SVGTemplateResult>>;

/** Coins that are drawn as the network they belong to. */
const OWN_NETWORK: Readonly<Record<string, string>> = {
  BTC: 'bitcoin',
  LTC: 'litecoin',
  TRX: 'tron',
  SOL: 'solana',
  TON: 'ton',
  BNB: 'bsc',
  ETH: 'ethereum',
  ARB: 'arbitrum',
  OP: 'optimism',
};

let drawings: Drawings | null = null;
let loading: Promise<void> | undefined;

function load(): Promise<void> {
  loading ??= import('./mark-drawings.js').then(
    (module) => {
      drawings = module.drawings;
    },
    () => {
      // A page that lost its connection keeps the letters.
      drawings = {};
    },
  );
  return loading;
}

/** Draws its host again once the drawings, which are no part of the first bytes, have come. */
export class Marks implements ReactiveController {
  readonly #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    if (drawings === null) void load().then(() => this.#host.requestUpdate());
  }
}

function draw(key: string, letters: string): TemplateResult {
  const known = drawings && Object.hasOwn(drawings, key) ? drawings[key] : undefined;
  const fallback =
    drawings === null
      ? nothing
      : svg`<path fill="#586171" d="M0 0h24v24H0z"/><text x="12" y="15">${letters.slice(0, 3)}</text>`;
  return html`<svg viewBox="0 0 24 24" aria-hidden="true">${known ?? fallback}</svg>`;
}

function drawNetwork({ key, name }: Network): TemplateResult {
  return draw(key, name);
}

/** The mark of a network. */
export function networkMark(network: Network, look: '' | 'large' = ''): TemplateResult {
  return html`<span class="mark ${look}" part="mark">${drawNetwork(network)}</span>`;
}

/** The mark of a coin; with `onNetwork` a small one of its network at the corner. */
export function coinMark(currency: Currency, onNetwork: boolean): TemplateResult {
  const { symbol, network } = currency;
  const key = OWN_NETWORK[symbol] ?? symbol;
  const corner = onNetwork && key !== network.key;
  return html`<span class="mark large" part="mark">
    ${draw(key, symbol)}${corner ? html`<span class="on">${drawNetwork(network)}</span>` : nothing}
  </span>`;
}
