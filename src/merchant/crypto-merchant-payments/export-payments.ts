import type { MerchantPayment } from '../../protocol/index.js';
import type { MerchantClient, MerchantResult, PaymentQuery } from '../client/session.js';

const PAGE = 100;

/** Column names are for programs, so they are the same in every language. */
const COLUMNS = [
  ...['order_id', 'opened_at', 'state', 'late', 'price', 'price_currency'],
  ...['coin', 'received', 'requested', 'test_mode'],
] as const;

function toRow({ order, ...payment }: MerchantPayment): readonly string[] {
  const { createdAt, state, late, currency, received, amount, testMode } = payment;
  const price = [order.amount, order.currency];
  const coin = [currency ?? '', received ?? '', amount ?? ''];
  return [order.id, createdAt, state, String(late), ...price, ...coin, String(testMode)];
}

interface ExportOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, of: number) => void;
}

/** Loads all pages of a list. @returns its rows, with the column names first, or the first failure */
export async function readAllRows(
  desk: MerchantClient,
  query: PaymentQuery,
  { signal, onProgress }: ExportOptions,
): Promise<MerchantResult<readonly (readonly string[])[]>> {
  const rows: (readonly string[])[] = [COLUMNS];
  let cursor: string | null = '';
  while (cursor !== null && !signal.aborted) {
    const result: Awaited<ReturnType<MerchantClient['payments']>> = await desk.payments(
      { ...query, cursor, limit: PAGE },
      signal,
    );
    if (!result.ok) return result;
    const { payments, count, next } = result.value;
    rows.push(...payments.map(toRow));
    onProgress(rows.length - 1, count);
    cursor = next;
  }
  return { ok: true, value: rows };
}
