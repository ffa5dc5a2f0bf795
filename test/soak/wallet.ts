import type { CheckoutInvoice, TransferRequest } from '../../src/protocol/index.js';
import type { OrderHistories, OrderHistory } from './order-history.js';
import type { Page } from './page.js';
import type { SeededRandom } from './seeded-random.js';

/** The reports of a page about a transfer that it has requested, with weights. Some of them are wrong, as from real wallets. */
const REPORTS = {
  'sent': 40,
  'sent, with a wrong id': 10,
  'sent, before it is': 10,
  'unknown': 15,
  'refused': 10,
  'nothing: it was closed': 15,
} as const;

export interface WalletPayment {
  readonly history: OrderHistory;
  readonly histories: OrderHistories;
  readonly random: SeededRandom;
  readonly newPage: () => Page;
  /** Sends the money; after a refusal, by the address. */
  readonly send: () => Promise<void>;
}

/** Pays an invoice with a wallet from which one or more pages request a transfer concurrently. */
export async function payWithWallet(
  invoice: CheckoutInvoice,
  { history, histories, random, newPage, send }: WalletPayment,
): Promise<void> {
  const say = (what: string) => histories.log(history, 'payer', what);
  const known = history.latest?.transfer?.id ?? null;
  const pages = Array.from({ length: random.percent(40) ? random.between(2, 4) : 1 }, newPage);
  const claim: TransferRequest = { state: 'asked', invoice: invoice.id, transfer: known, wallet: 'Soak' };
  const answers = await Promise.all(pages.map((page) => page.report(claim)));
  const claimed = answers.flatMap((answer) =>
    answer.is === 'checkout' && answer.checkout.transfer ? [answer.checkout.transfer] : [],
  );
  // If a transfer ends by time, a process whose clock is hours ahead allows another page to request one.
  if (claimed.filter(({ endsAt }) => endsAt === null).length > 1)
    histories.report(
      'transfers',
      history.order,
      `${claimed.length} pages may request a transfer for ${invoice.id}`,
    );
  const [transfer] = claimed;
  if (!transfer) {
    say('may not use the wallet, and pays by the address');
    return send();
  }
  const what = random.weighted(REPORTS);
  say(`has requested the transfer (${transfer.id}), which will report: ${what}`);
  const [page = newPage()] = pages;
  const report = (state: TransferRequest['state'], transaction: string | null = null) =>
    page.insist(() => page.report({ state, invoice: invoice.id, transfer: transfer.id, transaction }), 3);
  if (what === 'refused') await report('refused');
  if (what === 'sent, before it is') await report('sent');
  await send();
  if (what === 'sent') await report('sent', '1'.repeat(64));
  if (what === 'sent, with a wrong id') await report('sent', 'not an id');
  if (what === 'unknown') await report('unknown');
}
