import { html, nothing, type TemplateResult } from 'lit';
import { currencyOf, isZeroAmount, networkLabel } from '../../payment/index.js';
import type { Checkout } from '../../protocol/index.js';
import { amountText } from '../parts/amount.js';
import { fact, supportDetails, utc, type SupportFact } from '../support/support-details.js';
import { supportLink } from '../parts/safe-link.js';
import { languageMenu } from './language.js';
import { VERSION } from '../base/version.js';
import { checkoutOf, type CheckoutViewModel } from './view-model.js';
import { linkButton, stepTitle } from '../parts/buttons.js';

export function helpStep({ order }: Checkout, view: CheckoutViewModel): TemplateResult {
  const { m } = view.localize;
  const support = supportLink(order.support);
  return html`${stepTitle(m.helpTitle, m.backToPayment, () => view.actions.send({ type: 'overlayToggled', overlay: null }))}
    <p class="lead" part="text">${m.helpText}</p>
    ${paymentDetails(view)}
    <div class="actions last">
      ${languageMenu(view, 'menu')}
      ${support ? linkButton(support, m.contactShop, 'button primary') : nothing}
    </div>`;
}

/** The details to copy: ids, amounts, times, version. Never the checkout's id, which gives access, and never an address. */
export function paymentDetails(view: CheckoutViewModel): TemplateResult {
  return supportDetails(factsOf(view), view.screen.kind === 'error', view.localize);
}

function factsOf(view: CheckoutViewModel): readonly SupportFact[] {
  const { screen, localize } = view;
  const { m } = localize;
  const problem = screen.kind === 'error' ? screen.problem : null;
  const whenMs = problem ? view.flow.problemAtMs : (view.serverNowMs() ?? Date.now());
  return [
    ...fact(m.orderLabel, checkoutOf(screen)?.order.id),
    ...paymentFacts(view),
    ...fact(m.problem.code, problem?.code),
    ...fact(m.problem.requestLabel, problem?.requestId, true),
    ...fact(m.problem.when, utc(whenMs)),
    ...fact(m.problem.version, VERSION, true),
  ];
}

function paymentFacts({ screen, flow, localize: { m } }: CheckoutViewModel): readonly SupportFact[] {
  const { lastAction } = flow;
  const checkout = checkoutOf(screen);
  const invoice = checkout?.invoice;
  const isNew = screen.kind === 'error' && lastAction !== null && lastAction !== 'cancel';
  const code = isNew ? lastAction : invoice?.currency;
  const chosen = code && currencyOf(code);
  const coin = chosen ? m.coinOnNetwork(chosen.symbol, networkLabel(chosen.network)) : undefined;
  if (!invoice) return fact(m.problem.selectedCurrency, coin);
  const inCoin = (amount: string) => amountText(amount, currencyOf(invoice.currency).symbol);
  const until = invoice.expiresAt === null ? undefined : utc(Date.parse(invoice.expiresAt));
  return [
    ...fact(m.problem.state, checkout.state, true),
    ...fact(m.problem.selectedCurrency, coin, !isNew),
    ...fact(m.amountRequested, invoice.amount === null ? undefined : inCoin(invoice.amount), true),
    ...fact(m.received, isZeroAmount(invoice.paid) ? undefined : inCoin(invoice.paid), true),
    ...fact(m.priceHeldUntil, until, true),
    ...fact(m.reference, invoice.id),
  ];
}
