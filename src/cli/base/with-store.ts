import { openStoreAdmin, type StoreAdmin } from '../../proxy/admin.js';
import { storePath } from './environment.js';
import type { JsonOption } from './output.js';
import type { Terminal } from './terminal.js';

export interface StoreOptions extends JsonOption {
  readonly store?: string;
}

export const STORE_OPTION = [
  '--store <path>',
  'the SQLite file of the proxy (DATABASE_URL, or CRYPTO_CHECKOUT_STORE, or crypto-checkout.sqlite)',
] as const;

/** Runs `work` with the store of a proxy, which may be running, then closes it. */
export async function withStore<T>(
  terminal: Terminal,
  store: string | undefined,
  work: (admin: StoreAdmin) => Promise<T>,
): Promise<T> {
  const admin = await openStoreAdmin(store ?? storePath(terminal));
  try {
    return await work(admin);
  } finally {
    await admin.close();
  }
}
