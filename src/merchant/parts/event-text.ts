import { html, type TemplateResult } from 'lit';
import type { MerchantLocalize } from './localize.js';

/** The words for what an event reports, where the payer's badge has them. */
const BADGES = {
  'checkout.partial': 'partial',
  'checkout.paid': 'paid',
  'checkout.overpaid': 'overpaid',
  'checkout.paid_late': 'late',
  'checkout.underpaid': 'expired_partial',
  'checkout.expired': 'expired',
  'checkout.canceled': 'canceled',
} as const;

const hasBadge = (type: string): type is keyof typeof BADGES => Object.hasOwn(BADGES, type);

/** Renders what an event reports, in words; its name is for whoever runs the server. */
export function eventText(type: string, { m, t }: MerchantLocalize): TemplateResult {
  const name = html`<bdi translate="no" dir="ltr">${type}</bdi>`;
  if (hasBadge(type)) return html`${m.badge[BADGES[type]]} <small class="dim">${name}</small>`;
  return type.startsWith('refund.') ? html`${t.refunds.title} <small class="dim">${name}</small>` : name;
}
