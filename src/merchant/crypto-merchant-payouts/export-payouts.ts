import type { Payout } from '../../protocol/index.js';
import type { MerchantClient, MerchantResult } from '../client/session.js';

const PAGE = 100;

/** Column names are for programs, so they are the same in every language. */
const COLUMNS = [
  ...['id', 'state', 'amount', 'currency', 'address', 'purpose', 'proposed_by', 'proposed_at'],
  ...['approved_by', 'approved_at', 'finished_at', 'service_id', 'sent_amount', 'refusal', 'declined'],
] as const;

function toRow(payout: Payout): readonly string[] {
  const { id, state, amount, currency, address, purpose, proposedBy, proposedAt, approvedBy } = payout;
  const { approvedAt, finishedAt, serviceId, sentAmount, refusal, declined } = payout;
  const optional = [approvedBy, approvedAt, finishedAt, serviceId, sentAmount, refusal, declined];
  const start = [id, state, amount, currency, address, purpose ?? '', proposedBy, proposedAt];
  return [...start, ...optional.map((value) => value ?? '')];
}

/** Loads all payouts. @returns their rows, with the column names first, or the first failure */
export async function readPayoutRows(
  desk: MerchantClient,
  signal: AbortSignal,
): Promise<MerchantResult<readonly (readonly string[])[]>> {
  const rows: (readonly string[])[] = [COLUMNS];
  let cursor: string | null = '';
  while (cursor !== null && !signal.aborted) {
    const result: Awaited<ReturnType<MerchantClient['payouts']>> = await desk.payouts({
      cursor,
      limit: PAGE,
    });
    if (!result.ok) return result;
    rows.push(...result.value.payouts.map(toRow));
    cursor = result.value.next;
  }
  return { ok: true, value: rows };
}
