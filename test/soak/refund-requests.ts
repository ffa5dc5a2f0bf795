import { currencyOf } from '../../src/payment/index.js';
import type { CheckoutRefund } from '../../src/protocol/index.js';
import { createIdentifiers } from '../../src/sandbox/core/chain/identifiers.js';
import type { OrderHistories, OrderHistory } from './order-history.js';
import type { Answer, Page } from './page.js';
import { part } from './part-of-amount.js';
import type { SeededRandom } from './seeded-random.js';

/** How a payer asks for money back, with weights. */
const REQUESTS = {
  'once': 40,
  'from two tabs': 20,
  'and corrects the address': 15,
  'without the key': 8,
  'with a key of another browser': 4,
  'for more than is owed': 8,
  'not at all': 5,
} as const;

export interface RefundRequestOptions {
  readonly history: OrderHistory;
  readonly histories: OrderHistories;
  readonly random: SeededRandom;
  readonly newPage: () => Page;
  /** How long the payer waits until the page offers it. */
  readonly patienceMs: number;
}

const identifiers = createIdentifiers('refunds of the soak');

/** Returns a new address, which receives one refund at most. */
export function refundAddress(history: OrderHistory, currency: CheckoutRefund['currency']): string {
  const address = identifiers.address(currencyOf(currency).network.key);
  history.refundAddresses.add(address);
  return address;
}

/** Asks for money back if the page offers it. */
export async function askBack(options: RefundRequestOptions): Promise<void> {
  const { history, histories, random, newPage, patienceMs } = options;
  const possible = () => history.latest?.refunds?.items.find(({ state }) => state === 'possible');
  const [first, second] = [newPage(), newPage()];
  if (!possible()) await first.until(() => possible() !== undefined, patienceMs);
  const item = possible();
  if (!item) return;
  const how = random.weighted(REQUESTS);
  histories.log(history, 'payer', `asks for ${item.amount} of invoice ${item.invoice}: ${how}`);
  const ask = (
    page: Page,
    claimKey: string | null = history.claimKey,
    amount = item.amount,
  ): Promise<Answer> => {
    const { invoice, currency } = item;
    const request = { invoice, amount, claimKey, address: refundAddress(history, currency) };
    return page.insist(() => page.askBack(request), 5);
  };
  switch (how) {
    case 'not at all':
      return;
    case 'once':
      await ask(first);
      return;
    case 'from two tabs':
      await Promise.all([ask(first), ask(second)]);
      return;
    case 'and corrects the address':
      await ask(first);
      await first.until(({ state }) => state === 'choosing', random.between(0, 5000));
      await ask(second);
      return;
    case 'without the key':
      await ask(first, null);
      return;
    case 'with a key of another browser':
      await Promise.all([ask(first), ask(second, 'o'.repeat(43))]);
      return;
    case 'for more than is owed': {
      const more = part(item, random.between(101, 300));
      const answer = await ask(first, history.claimKey, more);
      if (answer.is === 'checkout' && more !== item.amount)
        histories.report(
          'refunded once',
          history.order,
          `${more} could be asked for, ${item.amount} is owed`,
        );
    }
  }
}
