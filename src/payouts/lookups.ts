import { matchWithdrawal } from '../service/withdrawal-match.js';
import { isSameWithdrawalAmount } from '../service/withdrawal.js';
import type { CreatedRecord, ServiceClient } from '../service/index.js';
import type { PayoutCandidate } from '../protocol/index.js';
import { DAY_MS, HOUR_MS, isoOrNull, MINUTE_MS, SECOND_MS } from '../proxy/base/time.js';
import type { PayoutRecord } from '../proxy/domain/payout.js';
import { statedWithdrawalOf } from '../proxy/domain/stated-change.js';
import { findWithdrawalsOfPayouts } from '../proxy/store/payouts.js';
import type { StoreContext } from '../proxy/store/store.js';
import type { Journal } from './journal.js';

interface LookupContext extends Pick<StoreContext, 'store' | 'clock'> {
  readonly journal: Pick<Journal, 'use'>;
  readonly service: Pick<ServiceClient, 'listInvoices' | 'invoices'>;
}

/** Time for which the process looks up the transaction of a sent payout. */
const TRANSACTION_LOOKUP_MS = 3 * DAY_MS;

/** Returns the time of the next lookup at the service; `null` after the last one. */
export function scheduleNextLookup(
  { state, attemptedAtMs, finishedAtMs }: PayoutRecord,
  nowMs: number,
): number | null {
  const ageMs = nowMs - ((state === 'sent' ? finishedAtMs : attemptedAtMs) ?? nowMs);
  if (ageMs >= HOUR_MS) return state === 'sent' && ageMs >= TRANSACTION_LOOKUP_MS ? null : nowMs + HOUR_MS;
  return nowMs + (state === 'sent' && ageMs < 10 * MINUTE_MS ? 15 * SECOND_MS : MINUTE_MS);
}

/** Fetches the transaction and the fees of a sent payout. @returns the changed fields */
export async function findTransaction(
  { serviceId, currency, stated: known }: PayoutRecord,
  { service }: LookupContext,
): Promise<Partial<PayoutRecord>> {
  if (serviceId === null) return {};
  const record = (await service.invoices([serviceId])).get(serviceId);
  if (!record) return {};
  const reported = statedWithdrawalOf(record, currency);
  // A short form of the record takes nothing back.
  const isNew = reported.total !== null && JSON.stringify(reported) !== JSON.stringify(known);
  const [transaction] = record.transactions;
  return {
    ...(isNew ? { stated: reported } : {}),
    ...(transaction === undefined ? {} : { transaction, nextLookupAtMs: null }),
  };
}

/**
 * Searches the service's list for withdrawals that may be a payout with an unknown outcome. Searches from a day before the request to
 * tomorrow, since the clocks may differ. An empty result proves nothing: two people decide. For the command `withdraw`, see
 * `cli/commands/unknown-withdrawal.ts`.
 * @returns the changed fields
 */
export async function findPayoutCandidates(
  payout: PayoutRecord,
  { service, clock, store, journal }: LookupContext,
): Promise<Partial<PayoutRecord>> {
  const { currency, address, amount } = payout;
  const sentAtMs = payout.attemptedAtMs ?? clock.nowMs();
  const period = { start: new Date(sentAtMs - DAY_MS), end: new Date(clock.nowMs() + DAY_MS) };
  const found = new Map<string, PayoutCandidate>();
  // Skips unreadable records: the result proves nothing anyway.
  for await (const record of service.listInvoices(period, () => undefined)) {
    const match = matchWithdrawal(record, { currency, address, amount, sentAtMs });
    if (match === null || match === 'other') continue;
    const { id, status, createdAtMs } = record;
    const isSameAmount = match === 'same';
    found.set(id, { id, status, amount: record.amount, isSameAmount, createdAt: isoOrNull(createdAtMs) });
  }
  // Keeps a candidate that the service reported in its response: the list may lack it, or its address.
  for (const candidate of payout.candidates) if (!found.has(candidate.id)) found.set(candidate.id, candidate);
  const known = await findWithdrawalsOfPayouts(store.db, [...found.keys()]);
  // After a restore, the store may lack the payout of a withdrawal.
  const forgotten = await journal.use((content) => Promise.resolve(content.withdrawalsOfOthers(payout.id)));
  const candidates = [...found.values()]
    .filter(({ id }) => !known.has(id) && !forgotten.has(id))
    .toSorted((one, other) => Number(other.isSameAmount) - Number(one.isSameAmount));
  return JSON.stringify(candidates) === JSON.stringify(payout.candidates) ? {} : { candidates };
}

/** Adds a candidate that the service reported in its response: in an error, or with another amount. */
export function withCandidate(payout: PayoutRecord, { id, amount }: CreatedRecord): PayoutRecord {
  if (payout.candidates.some((candidate) => candidate.id === id)) return payout;
  const isSameAmount = amount !== null && isSameWithdrawalAmount(amount, payout.amount);
  const candidate = { id, amount, status: 'created', isSameAmount, createdAt: null };
  return { ...payout, candidates: [...payout.candidates, candidate] };
}
