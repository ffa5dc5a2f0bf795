// The texts of the refund form: why money is owed, what is wrong with the address, and why the request failed.
import {
  addressMistake,
  needsOwnWallet,
  type AddressMistake,
  type RefundContext,
  type RefundDraft,
} from '../../checkout/refund-flow.js';
import type { RefundMessages } from '../../i18n/en.js';
import { currencyOf } from '../../payment/index.js';
import { eitherOf } from '../../payment/intl.js';
import type { RefundReason } from '../../protocol/index.js';
import type { RefundView } from './refund-view.js';

/** Returns why the money is owed; empty if the shop refunds a part voluntarily. */
export function reasonText(reason: RefundReason, t: RefundMessages): string {
  switch (reason) {
    case 'price_changed':
      return t.priceChanged;
    case 'shop':
      return '';
    default:
      return t[reason];
  }
}

export function problemText(code: string, t: RefundMessages): string {
  switch (code) {
    case 'refund_unavailable':
      return t.changed;
    case 'invalid_request':
      return t.invalid;
    case 'rate_limited':
      return t.tooMany;
    case 'offline':
    case 'invalid_response':
    case 'service_unavailable':
    case 'internal':
      return t.noAnswer;
    default:
      return t.failed;
  }
}

/** Returns the mistake to show. While the payer is typing, there is none. */
export function shownMistake(draft: RefundDraft, context: RefundContext): AddressMistake | null {
  return draft.isAddressChecked ? addressMistake(draft, context) : null;
}

export function mistakeText(
  mistake: AddressMistake,
  { item }: RefundContext,
  { localize }: RefundView,
  t: RefundMessages,
): string {
  const { network } = currencyOf(item.currency);
  switch (mistake.kind) {
    case 'form':
      return t.form(network.name);
    case 'shop':
      return t.ofShop;
    case 'network':
      return t.otherNetwork(network.name, eitherOf(mistake.networks, localize.m.lang));
    default:
      return t[mistake.kind];
  }
}

/** What a screen reader announces beside the title, or `''`. */
export function announcedText(
  draft: RefundDraft,
  context: RefundContext,
  view: RefundView,
  t: RefundMessages,
): string {
  if (draft.isSending) return t.sending;
  if (draft.problem) return problemText(draft.problem.code, t);
  const mistake = shownMistake(draft, context);
  if (mistake) return mistakeText(mistake, context, view, t);
  if (draft.isSubmitted && needsOwnWallet(context.item.currency) && !draft.isOwnWallet)
    return t.confirmMissing;
  return '';
}
