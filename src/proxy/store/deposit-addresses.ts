import type { Selectable, Transaction } from 'kysely';
import { spellingsOf } from '../../payment/addresses/index.js';
import type { DepositAddressReviewEvent } from '../../protocol/events.js';
import type { DepositAddressIntent, DepositAddressKey, DepositAddressRecord } from '../domain/deposit.js';
import { claimRows, isClaimable, type ClaimTimes } from './claim.js';
import { currencyCode } from './rows.js';
import type { Schema, DepositAddressTable } from './schema.js';
import type { Store } from './store.js';

type DepositAddressRow = Selectable<DepositAddressTable>;

/** Result of a claim: the address exists, this process must create it, or another process is creating it. */
export type DepositAddressClaim =
  | { readonly stage: 'created'; readonly address: DepositAddressRecord }
  | { readonly stage: 'claimed'; readonly intent: DepositAddressIntent }
  | { readonly stage: 'busy' };

const ADDRESSES = {
  table: 'deposit_addresses',
  key: ['customer', 'currency'],
  end: ['claimed_until'],
  returns: ['customer'],
} as const;

/**
 * Claims the creation of a deposit address until `untilMs`, and stores its intent. Only one of several processes gets the claim.
 * @param admit called before anything is stored; its errors are rethrown
 */
export function claimDepositAddress(
  store: Store,
  { customer, currency }: DepositAddressKey,
  { nowMs, untilMs }: ClaimTimes,
  admit: () => void = () => undefined,
): Promise<DepositAddressClaim> {
  return store.transaction(async ({ tx }): Promise<DepositAddressClaim> => {
    const known = await selectAddress(tx, { customer, currency }).forUpdate().executeTakeFirst();
    const address = known && toDepositAddress(known);
    if (address) return { stage: 'created', address };
    const due = selectAddress(tx, { customer, currency }).where(isClaimable(nowMs));
    if (known && (await claimRows(tx, ADDRESSES, { due, untilMs })).length === 0) return { stage: 'busy' };
    admit();
    const intendedAtMs = known?.intended_at ?? nowMs;
    const requestedAtMs = known?.requested_at ?? null;
    if (!known) {
      // If another process inserts the same key first, the transaction is repeated.
      const times = { intended_at: intendedAtMs, requested_at: requestedAtMs, claimed_until: untilMs };
      await tx
        .insertInto('deposit_addresses')
        .values({ customer, currency, ...NOT_CREATED, ...times })
        .execute();
    }
    return { stage: 'claimed', intent: { customer, currency, intendedAtMs, requestedAtMs } };
  });
}

const NOT_CREATED = { service_id: null, address: null, is_address_valid: false, created_at: null } as const;

/** Records the time of a create call before the call is sent; `null` resets it after a call that definitely failed. */
export async function recordCreationAttempt(
  store: Store,
  key: DepositAddressKey,
  requestedAtMs: number | null,
): Promise<void> {
  await updateAddress(store, key).set({ requested_at: requestedAtMs }).execute();
}

export async function renewDepositAddress(
  store: Store,
  key: DepositAddressKey,
  [fromMs, untilMs]: readonly [fromMs: number, untilMs: number],
): Promise<void> {
  await updateAddress(store, key)
    .set({ claimed_until: untilMs })
    .where('claimed_until', '=', fromMs)
    .execute();
}

/** Releases the claim for the next request, unless another process has claimed the address since. */
export async function releaseDepositAddress(
  store: Store,
  key: DepositAddressKey,
  untilMs: number,
): Promise<void> {
  await updateAddress(store, key).set({ claimed_until: 0 }).where('claimed_until', '=', untilMs).execute();
}

/** Saves the address with its event, unless one was saved before. @returns the address in the store */
export function saveDepositAddress(
  store: Store,
  created: DepositAddressRecord,
  review: DepositAddressReviewEvent | null,
): Promise<DepositAddressRecord> {
  return store.transaction(async (transaction) => {
    const { numUpdatedRows } = await updateAddress({ db: transaction.tx }, created)
      .set({
        service_id: created.id,
        address: created.address,
        is_address_valid: created.isAddressValid,
        created_at: created.createdAtMs,
        claimed_until: 0,
      })
      .where('service_id', 'is', null)
      .executeTakeFirst();
    const isFirst = Number(numUpdatedRows) > 0;
    if (isFirst && review) await transaction.addEvent(review);
    if (isFirst) return created;
    const row = await selectAddress(transaction.tx, created).executeTakeFirst();
    return (row && toDepositAddress(row)) ?? created;
  });
}

function selectAddress(tx: Transaction<Schema>, { customer, currency }: DepositAddressKey) {
  return tx
    .selectFrom('deposit_addresses')
    .selectAll()
    .where('customer', '=', customer)
    .where('currency', '=', currency);
}

function updateAddress({ db }: Pick<Store, 'db'>, { customer, currency }: DepositAddressKey) {
  return db
    .updateTable('deposit_addresses')
    .where('customer', '=', customer)
    .where('currency', '=', currency);
}

/** Finds the deposit addresses that a postback may concern: those of the customer, and those with the address. */
export async function findDepositAddresses(
  { db }: Store,
  { customer, address }: { readonly customer: string | null; readonly address: string | null },
): Promise<readonly DepositAddressRecord[]> {
  if (customer === null && address === null) return [];
  const rows = await db
    .selectFrom('deposit_addresses')
    .selectAll()
    .where(({ eb, or }) =>
      or([
        ...(customer === null ? [] : [eb('customer', '=', customer)]),
        ...(address === null ? [] : [eb('address', 'in', spellingsOf(address))]),
      ]),
    )
    .execute();
  return rows.flatMap((row) => toDepositAddress(row) ?? []);
}

function toDepositAddress(row: DepositAddressRow): DepositAddressRecord | null {
  const { service_id: id, address, customer } = row;
  if (id === null || address === null) return null;
  return {
    ...{ id, address, customer },
    currency: currencyCode(row.currency),
    isAddressValid: row.is_address_valid,
    createdAtMs: row.created_at ?? row.intended_at,
  };
}
