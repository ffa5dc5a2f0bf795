import { openStaff, type Staff } from '../../proxy/staff/staff.js';
import { required, storePath, testMode } from './environment.js';
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
  work: (staff: Staff) => Promise<T>,
): Promise<T> {
  const staff = await openStaff(store ?? storePath(terminal), {
    clock: terminal,
    // Read when a command needs them, so that the others work whatever they are set to.
    get testMode() {
      return testMode(terminal);
    },
    get onePerson() {
      return required(terminal, 'CRYPTO_CHECKOUT_ONE_PERSON_PAYOUTS');
    },
  });
  try {
    return await work(staff);
  } finally {
    await staff.close();
  }
}
