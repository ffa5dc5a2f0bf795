import { currencyOf, networkLabel } from '../../payment/index.js';
import { amountText } from '../parts/amount.js';
import type { CheckoutViewModel } from './view-model.js';

/** What a screen reader announces when the card shows the steps of the payment. */
export function announcement({ screen, localize: { m } }: CheckoutViewModel): string {
  switch (screen.kind) {
    case 'creating':
      return m.gettingAddress;
    case 'awaiting': {
      const { symbol, network } = currencyOf(screen.invoice.currency);
      return m.sendSentence(amountText(screen.invoice.due, symbol), networkLabel(network));
    }
    case 'partial': {
      const { paid, amount, due, currency } = screen.invoice;
      const { symbol } = currencyOf(currency);
      return m.partialAnnouncement(paid, amountText(amount, symbol), amountText(due, symbol));
    }
    default:
      return '';
  }
}
