import { createHash } from 'node:crypto';
import { monitoringEnd, screenOf } from '../../checkout/screen.js';
import { readySnapshot } from '../../checkout/state.js';
import { addEnglishMessages } from '../../i18n/index.js';
import { badge } from '../../locales/compiled/payer/en/badge.js';
import { card } from '../../locales/compiled/payer/en/card.js';
import { outcomes } from '../../locales/compiled/payer/en/outcomes.js';
import { currencyOf, formatFiat, networkLabel } from '../../payment/index.js';
import { PAID_STATES, PATHS, type Checkout } from '../../protocol/index.js';
import { currencyForm } from './currency-form.js';
import { attributesOf, escapeHtml, escapeSentence } from './escape.js';
import { headLines, pageFiles } from './head.js';
import { localized, pageMessages } from './locale.js';
import { utc } from './plain-page.js';
import {
  brand,
  document,
  keptPage,
  pathOf,
  type Page,
  type PageSettings,
  type PageContext,
} from './page-document.js';
import { qrSvg } from './qr-svg.js';

export { pageLocale } from './locale.js';

interface LinkedOrder {
  readonly checkout: Checkout;
  /** Of the link. */
  readonly token: string;
  /** Of the link, in ms since the epoch. */
  readonly expiresAtMs: number;
}

/** Returns the page of an order, with its price, and a form for payers without JavaScript. Its script opens the checkout. */
export function orderPage(order: LinkedOrder, settings: PageSettings, locale: string): Promise<Page> {
  const shown = ['order', order.token, order.expiresAtMs, ...factsOf(order.checkout)] as const;
  return keptPage(shown, settings, locale, () => createOrderPage(order, settings, locale));
}

/**
 * Everything that a page shows of a checkout. Not the time, which changes with each request, only what follows from it. An unopened
 * checkout has another id and version each time, and no page shows them.
 */
function factsOf(checkout: Checkout): readonly unknown[] {
  const { id, version: _, now, ...facts } = checkout;
  const { kind } = screenOf(readySnapshot(checkout), Date.parse(now));
  return [facts, facts.invoice && id, kind, monitoredUntil(checkout)];
}

function monitoredUntil({ invoice, now }: Checkout): string | null {
  return invoice && monitoringEnd(invoice, Date.parse(now));
}

async function createOrderPage(
  { checkout, token, expiresAtMs }: LinkedOrder,
  settings: PageSettings,
  locale: string,
): Promise<Page> {
  const context = await createContext(settings, locale, checkout);
  const { m, p } = context;
  const { amount, currency, id, description } = checkout.order;
  const form = currencyForm(checkout, { order: token, locale }, pathOf(settings), context);
  const link = `${settings.publicUrl}${PATHS.pay.replace(':token', token)}`;
  const about = [
    `<h1 id="order">${escapeSentence(m.order(id), id)}</h1>`,
    testTag(context, checkout.testMode),
    `<p class="price" id="price" translate="no"><bdi>${escapeHtml(formatFiat(amount, currency, context.locale))}</bdi></p>`,
    `<p><bdi id="description">${escapeHtml(description ?? '')}</bdi></p>`,
    `<p id="until">${withTime(p.openUntil, expiresAtMs, context)}</p>`,
  ];
  return payPage(about.join(''), { link, token, plain: form }, context);
}

/** Returns the page of a checkout. Its id is in the fragment of the URL, so the script of the page fills in the order. */
export function checkoutPage(settings: PageSettings, locale: string): Promise<Page> {
  return keptPage(['checkout'], settings, locale, () => createCheckoutPage(settings, locale));
}

async function createCheckoutPage(settings: PageSettings, locale: string): Promise<Page> {
  const context = await createContext(settings, locale, null);
  const plain = `<p class="plain">${escapeHtml(context.m.problem.openAgain)}</p>`;
  const until = escapeHtml(context.p.openUntil('{time}')).replace('{time}', '<time></time>');
  const about = `<h1 id="order">${escapeHtml(context.m.orderLabel)}</h1>${testTag(context, false)}<p class="price" id="price" translate="no"></p><p><bdi id="description"></bdi></p><p id="until" hidden>${until}</p>`;
  return payPage(about, { link: null, token: null, plain }, context);
}

/** Returns the label of the test mode. The header of the checkout also has one, but this page hides it. */
const testTag = ({ m }: PageContext, isTest: boolean): string =>
  `<p><span class="tag" id="test"${isTest ? '' : ' hidden'}>${escapeHtml(m.testMode)}</span></p>`;

/** Returns the page of a link that has expired. */
export function expiredPage(
  checkout: Checkout,
  expiresAtMs: number,
  settings: PageSettings,
  locale: string,
): Promise<Page> {
  const shown = ['expired', expiresAtMs, ...factsOf(checkout)] as const;
  return keptPage(shown, settings, locale, () => createExpiredPage(checkout, expiresAtMs, settings, locale));
}

async function createExpiredPage(
  checkout: Checkout,
  expiresAtMs: number,
  settings: PageSettings,
  locale: string,
): Promise<Page> {
  const context = await createContext(settings, locale, checkout);
  const { m, p } = context;
  const monitored = monitoredUntil(checkout);
  const sent =
    monitored !== null
      ? `<p><b>${escapeHtml(m.expired.alreadySent)}</b> ${escapeHtml(m.expired.monitoredUntil(utc(monitored, context.locale)))}</p>`
      : '';
  const text = `<p>${withTime(p.wasOpenUntil, expiresAtMs, context)} ${escapeHtml(m.problem.newLink)}</p>`;
  const content = text + sent + facts(checkout, context);
  return messagePage({ title: p.ended, illustration: 'ended', content, hasContact: true, checkout }, context);
}

/** Returns the page of an order that needs no further payment. */
export function paidPage(checkout: Checkout, settings: PageSettings, locale: string): Promise<Page> {
  const shown = ['paid', ...factsOf(checkout)] as const;
  return keptPage(shown, settings, locale, () => createPaidPage(checkout, settings, locale));
}

async function createPaidPage(checkout: Checkout, settings: PageSettings, locale: string): Promise<Page> {
  const context = await createContext(settings, locale, checkout);
  const { m } = context;
  const content = `<p>${escapeHtml(m.problem.closed.text)}</p>${facts(checkout, context)}`;
  const title = m.badge[checkout.state === 'overpaid' ? 'overpaid' : 'paid'];
  const hasContact = checkout.state === 'overpaid';
  return messagePage({ title, illustration: 'done', content, hasContact, checkout }, context);
}

/** Returns the page of a link without a valid order token. All such links get the same page. */
export function unknownPage(settings: PageSettings, locale: string): Promise<Page> {
  return keptPage(['unknown'], settings, locale, async () => {
    const context = await createContext(settings, locale, null);
    const { m, p } = context;
    const content = `<p>${escapeHtml(p.unknownText)}</p><p>${escapeHtml(m.problem.newLink)}</p>`;
    return messagePage({ title: p.unknown, illustration: 'unknown', content }, context);
  });
}

/**
 * Returns the page of an order that cannot be read now, or of a request beyond the limit. It does not show the order, or whether it
 * exists.
 */
export function failedPage(settings: PageSettings, locale: string): Promise<Page> {
  return keptPage(['failed'], settings, locale, async () => {
    const context = await createContext(settings, locale, null);
    const { m } = context;
    const content = `<a class="button main" href="">${escapeHtml(m.tryAgain)}</a>`;
    return messagePage({ title: m.problem.open, illustration: 'failed', content }, context);
  });
}

async function createContext(
  settings: PageSettings,
  locale: string,
  checkout: Checkout | null,
): Promise<PageContext> {
  addEnglishMessages({ ...badge, ...card, ...outcomes });
  const localization = await localized(locale);
  const p = await pageMessages(localization.m);
  const shopName = settings.shop.name ?? checkout?.shop.name ?? new URL(settings.publicUrl).host;
  return { ...localization, p, settings, shopName };
}

interface PayContent {
  /** The URL of the page; `null` if only the script knows it. */
  readonly link: string | null;
  readonly token: string | null;
  /** Replaces the checkout for payers without JavaScript. */
  readonly plain: string;
}

async function payPage(
  about: string,
  { link, token, plain }: PayContent,
  context: PageContext,
): Promise<Page> {
  const { m, p, locale } = context;
  const base = pathOf(context.settings);
  const drawing = link === null ? '' : qrSvg(link, p.pageCode);
  // The script draws the code of a shorter link, with the id of the checkout.
  const isTooLong = link !== null && drawing === '';
  // Hidden until the script knows the order.
  const empty = link === null ? ' empty' : '';
  const content =
    `<main><section class="order"${attributesOf({ 'aria-label': m.orderLabel })}>${brand(context)}<div class="about${empty}">${about}</div></section>` +
    `<div class="checkout" id="checkout"><noscript>${plain}</noscript></div>` +
    `<aside class="share${empty}"${attributesOf({ 'aria-label': p.share })}>` +
    `<span class="code" id="code"${attributesOf({ 'role': 'img', 'aria-label': p.pageCode })}${isTooLong ? ' hidden' : ''}>${drawing}</span>` +
    `<h2 class="screen">${escapeHtml(p.share)}</h2>` +
    `<h2 class="paper">${escapeHtml(p.scan)}</h2><p class="paper">${escapeHtml(p.scanText)}</p>` +
    `<p class="paper url" id="url" translate="no" dir="ltr">${escapeHtml(link ?? '')}</p>` +
    `<p>${escapeHtml(p.shareText)}</p>` +
    `<div class="tools"><button type="button" id="copy" hidden>${escapeHtml(m.phone.copy)}</button>` +
    `<button type="button" id="print" hidden>${escapeHtml(p.print)}</button></div><p role="status" id="status"></p></aside></main>`;
  const elements = headLines(await pageFiles(), { basePath: base, locale });
  const head = (await script({ token, idHash: null }, context)) + elements;
  return document(content, { title: context.shopName, head }, context);
}

/** Returns the script of the page, with its data. */
async function script(
  known: { readonly token: string | null; readonly idHash: string | null },
  { m, locale, settings }: PageContext,
): Promise<string> {
  const base = pathOf(settings);
  const file = (await pageFiles()).find(({ role }) => role === 'page');
  const data = {
    ...{ base, locale, ...known },
    ...{ states: m.badge, order: m.order(ORDER_ID), copied: m.phone.copied },
  };
  return (
    (file ? `<script type="module"${attributesOf({ src: `${base}/${file.name}` })}></script>` : '') +
    `<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
  );
}

/** Placeholder that the script replaces with the order id. */
const ORDER_ID = '{id}';

interface MessageContent {
  readonly title: string;
  readonly illustration: keyof typeof ILLUSTRATIONS;
  /** HTML. */
  readonly content: string;
  readonly hasContact?: boolean;
  /** Set if the script should return the browser that received an address to this checkout, when a refund can be requested. */
  readonly checkout?: Checkout;
}

/** Drawn on a grid of 20 × 20, like the icons of the elements. */
const ILLUSTRATIONS = {
  done: '<path d="m4.5 10.5 3.7 3.7 7.3-8.4"/>',
  ended: '<circle cx="10" cy="10" r="7"/><path d="M10 6v4.2l2.6 1.6"/>',
  unknown: '<circle cx="9" cy="9" r="5.25"/><path d="m13 13 3.75 3.75"/>',
  failed: '<circle cx="10" cy="10" r="7"/><path d="M10 6v4.2M10 13.6v.05"/>',
} as const;

async function messagePage(
  { title, illustration: name, content, hasContact = false, checkout }: MessageContent,
  context: PageContext,
): Promise<Page> {
  const { m, settings } = context;
  const support = hasContact ? settings.supportUrl : null;
  const contact = support
    ? `<a class="button main"${attributesOf({ href: support })}>${escapeHtml(m.contactShop)}</a>`
    : '';
  const illustration = `<span class="illustration ${name}" aria-hidden="true"><svg viewBox="0 0 20 20">${ILLUSTRATIONS[name]}</svg></span>`;
  const body = `<main class="note">${brand(context)}<div class="box">${illustration}<h1>${escapeHtml(title)}</h1>${content}${contact}</div></main>`;
  // The link alone must reveal neither the id nor whether money is owed. So the page contains a hash of the id, whenever there is
  // an invoice.
  const head = checkout?.invoice ? await script({ token: null, idHash: hashOf(checkout.id) }, context) : '';
  return document(body, { title: `${title} · ${context.shopName}`, head }, context);
}

const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex');

function facts({ order, invoice, state }: Checkout, { m, locale }: PageContext): string {
  const isReceived = PAID_STATES.has(state);
  const rows: readonly (readonly [string, string | null])[] = [
    [m.orderLabel, order.id],
    [m.total, formatFiat(order.amount, order.currency, locale)],
    [
      m.received,
      isReceived && invoice
        ? m.coinOnNetwork(
            `${invoice.paid} ${currencyOf(invoice.currency).symbol}`,
            networkLabel(currencyOf(invoice.currency).network),
          )
        : null,
    ],
    [m.reference, invoice?.id ?? null],
  ];
  const row = ([name, value]: readonly [string, string | null]) =>
    value === null
      ? ''
      : `<div><dt>${escapeHtml(name)}</dt><dd><bdi translate="no">${escapeHtml(value)}</bdi></dd></div>`;
  return `<dl>${rows.map(row).join('')}</dl>`;
}

/** Inserts a time in UTC into a message. The script replaces it with the payer's local time. */
function withTime(message: (time: string) => string, ms: number, { locale }: PageContext): string {
  const iso = new Date(ms).toISOString();
  const time = `<time datetime="${iso}">${escapeHtml(utc(iso, locale))}</time>`;
  return escapeHtml(message('{time}')).replace('{time}', () => time);
}
