import { currencyOf, networkLabel } from '../../payment/index.js';
import { outcomeOf } from '../crypto-receipt/outcomes.js';
import { amountText } from '../parts/amount.js';
import { problemWords } from './problem.js';
import type { View } from './view.js';

/** What a screen reader hears when the card shows something else than the coins. */
export function announcement(view: View): string {
  const { screen, localize, draft, aside } = view;
  const { m } = localize;
  if (aside === 'close') return m.closeAsk;
  if (aside === 'help') return m.helpTitle;
  if (draft !== null) return m.emailTitle;
  switch (screen.kind) {
    case 'loading':
    case 'choosing':
      return '';
    case 'creating':
      return m.gettingAddress;
    case 'error':
      return problemWords(screen, view.lastStep, m).title;
    case 'awaiting': {
      const { symbol, network } = currencyOf(screen.invoice.currency);
      return m.sendSentence(amountText(screen.invoice.due, symbol), networkLabel(network));
    }
    case 'partial': {
      const { paid, amount, due, currency } = screen.invoice;
      const { symbol } = currencyOf(currency);
      return m.partAnnounced(paid, amountText(amount, symbol), amountText(due, symbol));
    }
    default:
      return `${outcomeOf(screen.kind, screen.checkout, localize)?.title ?? ''}${returnWords(view)}`;
  }
}

/** Said once, with the way to stop it; the seconds are only for the eye. */
function returnWords({ returnAfterS, localize: { m } }: View): string {
  return returnAfterS === null ? '' : ` ${m.returning(returnAfterS)} ${m.returnStop(m.stay)}`;
}
