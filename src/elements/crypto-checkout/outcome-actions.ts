import { html, nothing, type TemplateResult } from 'lit';
import type { Checkout } from '../../protocol/index.js';
import { copyFieldParts } from '../crypto-copy-field/css-parts.js';
import { hasDecision, hasDeclined } from '../../checkout/refund-decisions.js';
import { CONFIRMING, type OutcomeKind } from '../../checkout/screen-kinds.js';
import { pageLink, supportLink } from '../parts/safe-link.js';
import type { CheckoutActions, CheckoutViewModel } from './view-model.js';
import { button as actionButton, BUTTON_PARTS, linkButton } from '../parts/buttons.js';

type Action = 'return' | 'contact' | 'new-price' | 'start-again' | 'copy-reference';

/** In reading order; the last one that is available is the main action. */
const ACTIONS: Record<OutcomeKind, readonly Action[]> = {
  detected: ['return'],
  processing: ['return'],
  partial_detected: ['return'],
  paid: ['return'],
  overpaid: ['contact', 'return'],
  checking: [],
  expired: ['contact', 'new-price'],
  expired_partial: ['copy-reference', 'contact'],
  late: ['return', 'contact'],
  canceled: ['return', 'start-again'],
};

export function outcomeActions(
  kind: OutcomeKind,
  checkout: Checkout,
  view: CheckoutViewModel,
  hasMain: boolean,
): TemplateResult | typeof nothing {
  const possible = actionsOf(kind, checkout).flatMap((action) => {
    const link = linkOf(action, kind, checkout);
    return link === null ? [] : [{ action, link }];
  });
  if (possible.length === 0) return nothing;
  return html`<div class="actions">
    ${possible.map(({ action, link }, index) => {
      const isMain = hasMain && !CONFIRMING.has(kind) && index === possible.length - 1;
      return button(action, isMain, link, checkout, view);
    })}
  </div>`;
}

/** The shop's decision changes whether the payer still has a reason to contact it. */
function actionsOf(kind: OutcomeKind, checkout: Checkout): readonly Action[] {
  const usual = ACTIONS[kind];
  if (hasDeclined(checkout)) {
    const others = usual.filter((action) => action !== 'contact');
    const isPaymentNext = kind === 'expired' || kind === 'canceled';
    return isPaymentNext ? ['contact', ...others] : [...others, 'contact'];
  }
  return hasDecision(checkout) && usual.at(-1) === 'contact' ? ['contact', 'return'] : usual;
}

/** Returns the target of an action; `''` if it stays on this page, `null` if it is not available. */
function linkOf(action: Action, kind: OutcomeKind, { order }: Checkout): string | null {
  if (action === 'contact') return supportLink(order.support);
  if (action !== 'return') return '';
  return pageLink((kind === 'canceled' ? order.failUrl : undefined) ?? order.returnUrl);
}

function button(
  action: Action,
  isMain: boolean,
  link: string,
  checkout: Checkout,
  { localize, actions }: CheckoutViewModel,
): TemplateResult {
  const { m } = localize;
  const look = isMain ? 'button primary' : 'button';
  const parts = BUTTON_PARTS[look];
  switch (action) {
    case 'return':
      return html`<a
        class=${look}
        part=${parts}
        href=${link}
        @click=${(event: Event) => actions.returnToShop(event, link)}
        >${m.returnToShop}</a
      >`;
    case 'contact':
      return linkButton(link, m.contactShop, look);
    case 'copy-reference':
      return copyReference(checkout.invoice?.id ?? '', localize);
    case 'new-price':
      return actionButton(m.newPrice, () => renew(checkout, actions), isMain);
    case 'start-again':
      return actionButton(
        m.startAgain,
        () => actions.send({ type: 'currencyChangeToggled', isChanging: true }),
        isMain,
      );
  }
}

function renew({ invoice }: Checkout, actions: CheckoutActions): void {
  if (invoice) actions.send({ type: 'currencySelected', currency: invoice.currency });
}

function copyReference(reference: string, { m, locale }: CheckoutViewModel['localize']): TemplateResult {
  return html`<crypto-copy-field
    class="as-button"
    exportparts=${copyFieldParts}
    value=${reference}
    label=${m.copyReference}
    announcement=${m.problem.referenceCopied(reference)}
    locale=${locale}
  ></crypto-copy-field>`;
}
