import type { Tone } from '../../elements/parts/tone.js';
import { isZeroAmount } from '../../payment/index.js';
import {
  isAboutMoney,
  type AttentionItem,
  type MerchantRefund,
  type OwedAttention,
  type PayoutAttention,
} from '../../protocol/index.js';
import type { IconName } from '../parts/icons.js';
import type { MerchantLocalize } from '../parts/localize.js';

export interface ItemContent {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly title: string;
  /** What the item means, in sentences. */
  readonly sentences: readonly string[];
}

export type Category = 'money' | 'system';

export const categoryOf = (item: AttentionItem): Category => (isAboutMoney(item) ? 'money' : 'system');

/** Returns the refunds that an item is about. */
export function refundsOf(item: AttentionItem): readonly MerchantRefund[] {
  if (item.kind === 'refund') return [item.refund];
  return item.kind === 'owed' || item.kind === 'late' ? item.refunds : [];
}

export function describeItem(item: AttentionItem, localize: MerchantLocalize, nowMs: number): ItemContent {
  const { attention } = localize.t;
  switch (item.kind) {
    case 'late': {
      const title = attention.late(localize.inCoin(item.refundable, item.currency));
      return { tone: 'warning', icon: 'late', title, sentences: [attention.lateText] };
    }
    case 'review': {
      const isMismatch = item.reason.endsWith('_mismatch');
      const title = attention.reviews[item.reason];
      const sentences = [attention.reviewTexts[item.reason]];
      return { tone: 'danger', icon: isMismatch ? 'tag' : 'warning', title, sentences };
    }
    case 'events': {
      const { waiting, dead, paid, failure, nextAttemptAt } = item;
      const sentences = [
        ...(failure === null ? [] : [`${failure}.`]),
        ...(nextAttemptAt === null ? [] : [attention.nextAttempt(localize.until(nextAttemptAt, nowMs))]),
        ...(paid === 0 ? [] : [attention.paidEvents(paid)]),
        ...(dead === 0 ? [] : [attention.deadEvents(dead)]),
      ];
      return { tone: 'danger', icon: 'offline', title: attention.events(waiting + dead), sentences };
    }
    case 'payout':
      return describePayout(item, localize);
    case 'journal': {
      const sentences = [attention.journalText];
      return { tone: 'danger', icon: 'warning', title: attention.journal, sentences };
    }
    case 'refund': {
      const title = attention.refundToPay(localize.inCoin(item.refund.amount, item.currency));
      return { tone: 'info', icon: 'late', title, sentences: [attention.refundToPayText] };
    }
    case 'owed':
      return { tone: 'warning', ...describeOwed(item, localize) };
  }
}

function describePayout(
  { state, amount, currency, proposedBy }: PayoutAttention,
  localize: MerchantLocalize,
): ItemContent {
  const { attention } = localize.t;
  const sum = localize.inCoin(amount, currency);
  if (state === 'proposed') {
    const sentences = [attention.payoutProposedText(proposedBy)];
    return { tone: 'info', icon: 'late', title: attention.payoutProposed(sum), sentences };
  }
  const [title, sentence] =
    state === 'unknown'
      ? [attention.payoutUnknown(sum), attention.payoutUnknownText]
      : [attention.payoutStuck(sum), attention.payoutStuckText];
  return { tone: 'danger', icon: 'warning', title, sentences: [sentence] };
}

function describeOwed(
  { reason, owed, received, amount, currency }: OwedAttention,
  localize: MerchantLocalize,
): Omit<ItemContent, 'tone'> {
  const { attention } = localize.t;
  const inCoin = (value: string) => localize.inCoin(value, currency);
  const due = isZeroAmount(owed) ? received : owed;
  switch (reason) {
    case 'surplus':
      return { icon: 'plus', title: attention.surplus(inCoin(due)), sentences: [attention.surplusText] };
    case 'underpaid': {
      const title =
        amount === null
          ? attention.underpaid(inCoin(received), '–')
          : attention.underpaid(received, inCoin(amount));
      return { icon: 'half', title, sentences: [attention.underpaidText] };
    }
    case 'duplicate':
      return { icon: 'twice', title: attention.duplicate(inCoin(due)), sentences: [attention.duplicateText] };
    case 'price_changed': {
      const title = attention.priceChanged(inCoin(due));
      return { icon: 'tag', title, sentences: [attention.priceChangedText] };
    }
  }
}
