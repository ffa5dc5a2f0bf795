import { PAID_SCREENS, type OutcomeKind } from '../../checkout/screen-kinds.js';
import { monitoringEnd, screenOf, type Screen } from '../../checkout/screen.js';
import { readySnapshot } from '../../checkout/state.js';
import { outcomeText } from '../../elements/crypto-receipt/outcome-text.js';
import { hostedPage, pageLink, supportLink, walletLink } from '../../elements/parts/safe-link.js';
import { directionOf } from '../../i18n/index.js';
import {
  addressGroups,
  currencyOf,
  exactAmount,
  formatFiat,
  isZeroAmount,
  networkLabel,
  qrPayloads,
} from '../../payment/index.js';
import { dateFormat } from '../../payment/intl.js';
import type { Checkout, CheckoutInvoice } from '../../protocol/index.js';
import { TOKENS } from '../../styles/token-table.js';
import { attributesOf, escapeHtml, escapeSentence } from './escape.js';
import { localized, pageMessages, type Localized } from './locale.js';
import { outcomeFacts, receivedText } from './plain-facts.js';
import { qrSvg } from './qr-svg.js';
import { plainPageHeaders } from './security-headers.js';

/** Sets colors, because each browser has its own for the dark scheme, and links are hard to read in some. */
const COLORS = `color:${TOKENS.text};background:${TOKENS.surface}`;

const STYLES =
  `:root{color-scheme:light dark;${COLORS}}a{color:${TOKENS.accentText}}` +
  'body{max-width:30rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}' +
  'h1{font-size:1.25rem}.exact{font-weight:600;font-size:1.25rem;overflow-wrap:anywhere}' +
  '.address bdi{display:inline-block;text-align:left;font-family:ui-monospace,monospace}' +
  '.address span{display:inline-block;margin-inline-end:.35em}.address b{text-decoration:underline}' +
  'svg{inline-size:12rem;color-scheme:only light;background:#fff;color:#000}';

/** No other page may frame the page, and no search engine lists it. */
export const PAGE_HEADERS = plainPageHeaders(STYLES);

/** While the invoice is being created, the page reloads itself after this time. */
const REFRESH_S = 5;

/** Returns the page that shows a payer without JavaScript where to pay, or the outcome as the element tells it. */
export async function paymentPage(checkout: Checkout, locale: string | undefined): Promise<string> {
  const localization = await localized(locale);
  const { m } = localization;
  const { id, amount, currency } = checkout.order;
  const screen = screenOf(readySnapshot(checkout), Date.parse(checkout.now));
  const price = formatFiat(amount, currency, localization.locale);
  const about = [checkout.shop.name, m.order(id), price, checkout.testMode ? m.testMode : ''];
  const parts = [
    text('p', about, [id, price]),
    step(screen, localization),
    await refunds(checkout, localization),
    links(screen, checkout, m),
  ];
  return page(parts.join(''), localization, screen.kind === 'creating' ? REFRESH_S : null);
}

function step(screen: Screen, localization: Localized): string {
  const { m } = localization;
  switch (screen.kind) {
    case 'loading':
    case 'creating':
      return text('h1', [m.gettingAddress]);
    case 'choosing':
      return text('h1', [m.badge.choosing]) + text('p', [m.problem.openAgain]);
    case 'error': {
      const { title, text: advice } = m.problem.address;
      const invoice = screen.checkout?.invoice;
      const isUnpaid = !invoice || isZeroAmount(invoice.paid);
      return text('h1', [title]) + text('p', [isUnpaid ? advice : receivedText(invoice, m)]);
    }
    case 'awaiting':
      return text('h1', [m.badge.awaiting]) + instructions(screen.invoice, m.sendExactly, localization);
    case 'partial':
      return (
        text('h1', [m.badge.partial]) +
        text('p', [receivedText(screen.invoice, m)]) +
        instructions(screen.invoice, m.sendRemaining, localization)
      );
    default:
      return outcome(screen.kind, screen, localization);
  }
}

function outcome(
  kind: OutcomeKind,
  { checkout, invoice }: { readonly checkout: Checkout; readonly invoice: CheckoutInvoice },
  { m, locale }: Localized,
): string {
  const shown = outcomeText(kind, { checkout, invoice, m });
  const facts = outcomeFacts(kind, shown, invoice, m).map(
    ([label, value]) => `<p>${escapeHtml(label)}: <bdi translate="no">${escapeHtml(value)}</bdi></p>`,
  );
  const isMonitored = kind === 'expired' || kind === 'expired_partial' || kind === 'canceled';
  const until = isMonitored ? monitoringEnd(invoice, Date.parse(checkout.now)) : null;
  return [
    text('h1', [shown.title]),
    text('p', [shown.text]),
    ...facts,
    until === null ? '' : text('p', [m.monitoredUntil(utc(until, locale))]),
    // The form for another price is there.
    kind === 'expired' || kind === 'canceled' ? text('p', [m.problem.openAgain]) : '',
  ].join('');
}

/** Returns the ways on. The page receives no updates, so the payer reloads it. */
function links({ kind }: Screen, checkout: Checkout, m: Localized['m']): string {
  const { returnUrl, failUrl, support } = checkout.order;
  const hosted = kind === 'checking' ? null : hostedPage(checkout);
  const shop = pageLink((kind === 'canceled' ? failUrl : undefined) ?? returnUrl);
  const contact = supportLink(support);
  const to = (href: string, label: string) =>
    `<p><a${attributesOf({ href, rel: 'noreferrer' })}>${escapeHtml(label)}</a></p>`;
  return [
    hosted ? to(hosted, m.hostedPage) : '',
    PAID_SCREENS.has(kind) ? '' : `<p><a href="">${escapeHtml(m.reloadPage)}</a></p>`,
    contact ? to(contact, m.contactShop) : '',
    shop ? to(shop, m.returnToShop) : '',
  ].join('');
}

/** Returns the page that explains a problem to a payer without JavaScript. */
export async function problemPage(
  kind: 'link' | 'coin' | 'closed' | 'paymentDetected' | 'email' | 'other',
  locale: string | undefined,
): Promise<string> {
  const localization = await localized(locale);
  const { m } = localization;
  const { problem } = m;
  const [title, detail] = {
    link: [problem.link, problem.newLink],
    coin: [problem.coin.title, problem.coin.text],
    closed: [problem.closed.title, problem.closed.text],
    paymentDetected: [problem.paymentDetected.title, problem.paymentDetected.text],
    email: [m.emailTitle, m.emailMissing],
    other: [problem.open, problem.openAgain],
  }[kind];
  return page(text('h1', [title]) + text('p', [detail]), localization, null);
}

function page(content: string, { m }: Localized, refreshS: number | null): string {
  const refresh = refreshS === null ? '' : `<meta http-equiv="refresh" content="${refreshS}">`;
  return (
    `<!doctype html><html${attributesOf({ lang: m.lang, dir: directionOf(m.lang) })}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width">${refresh}<title>${escapeHtml(m.card)}</title>` +
    `<style>${STYLES}</style></head><body><main>${content}</main></body></html>`
  );
}

function text(
  tag: 'h1' | 'p',
  sentences: readonly (string | undefined)[],
  exact: readonly string[] = [],
): string {
  return `<${tag}>${escapeSentence(sentences.filter(Boolean).join(' · '), ...exact)}</${tag}>`;
}

function instructions(
  { currency: code, address, due, expiresAt }: CheckoutInvoice,
  label: string,
  { m, locale }: Localized,
): string {
  if (address === null || due === null) return '';
  const { symbol, network, decimals } = currencyOf(code);
  const { amount } = exactAmount(due, decimals);
  const payloads = qrPayloads(code, { address, amount });
  const payload = payloads.find((one) => one.default);
  const uri = payloads.find(({ kind }) => kind === 'uri')?.text;
  const link = uri !== undefined && walletLink(uri) !== null ? uri : undefined;
  const exact = (content: string) => `<p class="exact"><bdi translate="no" dir="ltr">${content}</bdi></p>`;
  const groups = addressGroups(address).map((part) => {
    const group = escapeHtml(part.text);
    return `<span>${part.isMarked ? `<b>${group}</b>` : group}</span>`;
  });
  return [
    text('p', [label]),
    exact(escapeHtml(`${amount} ${symbol}`)),
    text('p', [m.onNetwork(networkLabel(network))], [networkLabel(network)]),
    text('p', [m.toAddress]),
    `<p class="address"><bdi translate="no" dir="ltr"${attributesOf({ 'aria-label': address, 'role': 'group' })}>${groups.join('')}</bdi></p>`,
    text('p', [m.compareGroups]),
    payload ? `<p>${qrSvg(payload.text, m.qrAddress(address))}</p>` : '',
    link ? `<p><a${attributesOf({ href: link })}>${escapeHtml(m.wallet.open)}</a></p>` : '',
    text('p', [m.networkWarning(symbol, network.name)], [network.name]),
    expiresAt === null ? '' : text('p', [m.heldUntil(utc(expiresAt, locale))]),
  ].join('');
}

/** Returns the refundable amounts: the form for a refund request needs JavaScript. */
async function refunds({ refunds }: Checkout, { m }: Localized): Promise<string> {
  const items = (refunds?.items ?? []).filter(
    ({ state, reason }) => state === 'possible' && reason !== 'shop',
  );
  if (items.length === 0) return '';
  const sentences = items.map(({ amount, currency }) => {
    const { symbol, network } = currencyOf(currency);
    return text('p', [m.refundable(`${amount} ${symbol}`, networkLabel(network))], [networkLabel(network)]);
  });
  return [...sentences, text('p', [(await pageMessages(m)).refundNeedsScript])].join('');
}

/** Formats a time in UTC, with the time zone, because the server does not know that of the payer. */
export function utc(iso: string, locale: string): string {
  const format = dateFormat(locale, {
    ...{ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
    ...{ timeZone: 'UTC', timeZoneName: 'short' },
  });
  return format.format(new Date(iso));
}
