import { spellingsOf } from '../../payment/addresses/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { StoreTransaction } from './store-transaction.js';

/** A new address of an invoice. */
export interface Addressed {
  readonly checkoutId: string;
  readonly currency: CurrencyCode;
  readonly address: string;
}

/**
 * Whether a polled invoice of another checkout has the same address and currency: a payment could be for either. Locks the
 * address across processes until the transaction ends. (Older releases do not take this lock.)
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
