import { spellingsOf } from '../../payment/addresses/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { StoreTransaction } from './store.js';

/** An invoice that is about to have an address. */
export interface Addressed {
  readonly checkoutId: string;
  readonly currency: CurrencyCode;
  readonly address: string;
}

/**
 * Whether an invoice of another checkout has the address in the same currency, and is still polled: money that comes
 * there may be meant for either. Until the transaction ends, no other one gets an answer about the same address, in
 * whichever process; one of a release before this does not ask.
 */
export async function isAddressReused(
  transaction: StoreTransaction,
  { checkoutId, currency, address }: Addressed,
): Promise<boolean> {
  const spellings = spellingsOf(address);
  await transaction.lock(`${currency} ${spellings[0]}`);
  const found = await transaction.tx
    .selectFrom('invoices')
    .select('sequence')
    .where('address', 'in', spellings)
    .where('currency', '=', currency)
    .where('checkout_id', '!=', checkoutId)
    .where('next_check_at_ms', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
