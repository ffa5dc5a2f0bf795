import type { StoreAdmin } from '../../proxy/admin.js';
import { openStoreAdmin } from '../../proxy/admin.js';
import { storePath } from './environment.js';
import type { Terminal } from './terminal.js';

export interface StoreOptions {
  readonly store?: string;
}

/** What the option is called everywhere. */
export const STORE_OPTION = [
  '--store <path>',
  'the SQLite file of the proxy (DATABASE_URL, or CRYPTO_CHECKOUT_STORE, or crypto-checkout.sqlite)',
] as const;

/** Does `work` with the store of a proxy, which may be running, and closes it. */
export async function withStore<T>(
  terminal: Terminal,
  { store }: StoreOptions,
  work: (operator: StoreAdmin) => Promise<T>,
): Promise<T> {
  const operator = await openStoreAdmin(store ?? storePath(terminal));
  try {
    return await work(operator);
  } finally {
    await operator.close();
  }
}
