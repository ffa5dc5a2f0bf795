import type { Checkout, CheckoutInvoice } from '../protocol/index.js';
import { isZeroAmount, type CurrencyCode } from '../payment/index.js';
import type { OutcomeKind, PayableKind } from './screen-kinds.js';
import type { SessionProblem, SessionSnapshot } from './session.js';

/** What the payer sees, with only the data that the screen needs. */
export type Screen =
  | { readonly kind: 'loading' }
  | { readonly kind: 'error'; readonly problem: SessionProblem; readonly checkout: Checkout | null }
  | { readonly kind: 'choosing'; readonly checkout: Checkout; readonly canGoBack: boolean }
  | { readonly kind: 'creating'; readonly checkout: Checkout; readonly currency: CurrencyCode | null }
  | { readonly kind: InvoiceScreenKind; readonly checkout: Checkout; readonly invoice: CheckoutInvoice };

export type InvoiceScreenKind = PayableKind | OutcomeKind;

const isStated = ({ address, due }: CheckoutInvoice): boolean => address !== null && due !== null;

/**
 * Returns the screen for a snapshot. Pure.
 * @param serverNowMs the server's time; `null` before its first response
 * @param isPayable whether money may be sent to the invoice's address. Default: whether it and an amount are stated
 */
export function screenOf(
  snapshot: SessionSnapshot,
  serverNowMs: number | null,
  isPayable = isStated,
): Screen {
  if (snapshot.phase === 'loading') return { kind: 'loading' };
  if (snapshot.phase === 'failed') return { kind: 'error', problem: snapshot.problem, checkout: null };
  const { checkout, pending, problem, changing } = snapshot;
  if (pending?.kind === 'invoice') return { kind: 'creating', checkout, currency: pending.currency };
  if (problem) return { kind: 'error', problem, checkout };
  const { invoice } = checkout;
  if (checkout.state === 'creating')
    return { kind: 'creating', checkout, currency: invoice?.currency ?? null };
  if (changing || checkout.state === 'choosing' || !invoice) {
    return { kind: 'choosing', checkout, canGoBack: changing && invoice !== null };
  }
  const kind = invoiceScreen(checkout, invoice, checkout.state, serverNowMs);
  const screen: Screen = { kind, checkout, invoice };
  // Without an address, the payer continues on the hosted page or with another currency.
  if (payableInvoice(screen) && !isPayable(invoice))
    return { kind: 'error', problem: { code: 'address_unusable', retryable: false }, checkout };
  return screen;
}

/** Returns the invoice to pay; `null` on other screens. */
export function payableInvoice(screen: Screen): CheckoutInvoice | null {
  return screen.kind === 'awaiting' || screen.kind === 'partial' ? screen.invoice : null;
}

function invoiceScreen(
  checkout: Checkout,
  invoice: CheckoutInvoice,
  state: Exclude<Checkout['state'], 'choosing' | 'creating'>,
  serverNowMs: number | null,
): InvoiceScreenKind {
  if (checkout.accepted) return state === 'overpaid' ? 'overpaid' : 'paid';
  if ((state === 'partial' || state === 'expired') && invoice.unconfirmed.length > 0)
    return 'partial_detected';
  switch (state) {
    case 'awaiting':
    case 'partial':
      return isPastDeadline(invoice, serverNowMs) ? 'checking' : state;
    case 'paid':
    case 'overpaid':
      return checkout.late ? 'late' : state;
    case 'expired':
      return isZeroAmount(invoice.paid) ? 'expired' : 'expired_partial';
    default:
      return state;
  }
}

/**
 * Returns until when payments to the invoice's address are detected; `null` if that is unknown, or is over.
 * @param serverNowMs the server's time; `null` before its first response
 */
export function monitoringEnd(
  { monitoredUntil }: CheckoutInvoice,
  serverNowMs: number | null,
): string | null {
  if (monitoredUntil === null || serverNowMs === null) return null;
  return serverNowMs < Date.parse(monitoredUntil) ? monitoredUntil : null;
}

/** Compares by the server's clock; a missing deadline never passes. */
function isPastDeadline(invoice: CheckoutInvoice, serverNowMs: number | null): boolean {
  return invoice.expiresAt !== null && serverNowMs !== null && serverNowMs >= Date.parse(invoice.expiresAt);
}
