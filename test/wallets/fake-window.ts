import { WalletDiscovery } from '../../src/wallets/discovery.js';

/** A page with what wallets have put into it. */
export class FakeWindow extends EventTarget {
  [key: string]: unknown;
}

export function discoveryIn(page: FakeWindow): WalletDiscovery {
  return new WalletDiscovery(page as unknown as Window);
}

export interface Info {
  readonly uuid?: unknown;
  readonly name?: unknown;
  readonly icon?: unknown;
  readonly rdns?: unknown;
}

export const PNG = 'data:image/png;base64,iVBORw0KGgo=';

/** Announces a provider, as EIP-6963 and TIP-6963 have it. */
export function announce(page: FakeWindow, provider: unknown, info: Info = {}, prefix = 'eip6963'): void {
  const detail = {
    info: { uuid: 'one', name: 'Good Wallet', icon: PNG, rdns: 'org.example', ...info },
    provider,
  };
  page.dispatchEvent(new CustomEvent(`${prefix}:announceProvider`, { detail }));
}
