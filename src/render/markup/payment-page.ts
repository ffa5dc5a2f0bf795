import { createHash } from 'node:crypto';
import { addEnglishMessages, languageOf } from '../../i18n/index.js';
import { badge } from '../../i18n/en/badge.js';
import { card } from '../../i18n/en/card.js';
import { outcomes } from '../../i18n/en/outcomes.js';
import { currencyOf, formatFiat, networkLabel } from '../../payment/index.js';
import { PAID_STATES, PATHS, type Checkout } from '../../protocol/index.js';
import { currencyForm } from './currency-form.js';
import { attributesOf, escapeHtml } from './escape.js';
import { headLines, isLocale, pageFiles } from './head.js';
import { localized, pageMessages } from './locale.js';
import { utc } from './plain-page.js';
import { brand, document, pathOf, type Page, type PageSettings, type Writing } from './page-document.js';
import { qrSvg } from './qr-svg.js';

/** Returns the page of an order, with its price, and a form for payers without JavaScript. Its script opens the checkout. */
export async function orderPage(
  {
    checkout,
    token,
    expiresAtMs,
  }: { readonly checkout: Checkout; readonly token: string; readonly expiresAtMs: number },
  settings: PageSettings,
  locale: string,
): Promise<Page> {
  const writing = await begin(settings, locale, checkout);
  const { m, p } = writing;
  const { amount, currency, id, description } = checkout.order;
  const form = currencyForm(checkout, { order: token, locale }, pathOf(settings), writing);
  const link = `${settings.publicUrl}${PATHS.pay.replace(':token', token)}`;
  const about = [
    `<h1 id="order">${escapeHtml(m.order(id))}</h1>`,
    testTag(writing, checkout.testMode),
    `<p class="price" id="price"><bdi>${escapeHtml(formatFiat(amount, currency, writing.locale))}</bdi></p>`,
    `<p><bdi id="description">${escapeHtml(description ?? '')}</bdi></p>`,
    `<p id="until">${withTime(p.openUntil, expiresAtMs, writing)}</p>`,
  ];
  return payPage(about.join(''), { link, token, plain: form }, writing);
}

/** Returns the page of a checkout. Its id is in the fragment of the address, so the script of the page fills in the order. */
export async function checkoutPage(settings: PageSettings, locale: string): Promise<Page> {
  const writing = await begin(settings, locale, null);
  const plain = `<p class="plain">${escapeHtml(writing.m.problem.openAgain)}</p>`;
  const until = escapeHtml(writing.p.openUntil('{time}')).replace('{time}', '<time></time>');
  const about = `<h1 id="order">${escapeHtml(writing.m.orderLabel)}</h1>${testTag(writing, false)}<p class="price" id="price"></p><p><bdi id="description"></bdi></p><p id="until" hidden>${until}</p>`;
  return payPage(about, { link: null, token: null, plain }, writing);
}

/** The header of the checkout, which says so too, is hidden on this page. */
const testTag = ({ m }: Writing, isTest: boolean): string =>
  `<p><span class="tag" id="test"${isTest ? '' : ' hidden'}>${escapeHtml(m.testMode)}</span></p>`;

/** Returns the page of a link that has ended. */
export async function endedPage(
  checkout: Checkout,
  expiresAtMs: number,
  settings: PageSettings,
  locale: string,
): Promise<Page> {
  const writing = await begin(settings, locale, checkout);
  const { m, p } = writing;
  const monitored = checkout.invoice?.monitoredUntil ?? null;
  const sent =
    monitored !== null && Date.parse(monitored) > Date.parse(checkout.now)
      ? `<p><b>${escapeHtml(m.expired.alreadySent)}</b> ${escapeHtml(m.expired.monitoredUntil(utc(monitored, writing.locale)))}</p>`
      : '';
  const text = `<p>${withTime(p.wasOpenUntil, expiresAtMs, writing)} ${escapeHtml(m.problem.newLink)}</p>`;
  const content = text + sent + facts(checkout, writing);
  return notePage({ title: p.ended, figure: 'ended', content, hasContact: true, checkout }, writing);
}

/** Returns the page of an order that needs no further payment. */
export async function paidPage(checkout: Checkout, settings: PageSettings, locale: string): Promise<Page> {
  const writing = await begin(settings, locale, checkout);
  const { m } = writing;
  const content = `<p>${escapeHtml(m.problem.closed.text)}</p>${facts(checkout, writing)}`;
  const title = m.badge[checkout.state === 'overpaid' ? 'overpaid' : 'paid'];
  const hasContact = checkout.state === 'overpaid';
  return notePage({ title, figure: 'done', content, hasContact, checkout }, writing);
}

/** Returns the page of a link without a valid order token. All such links get the same page. */
export async function unknownPage(settings: PageSettings, locale: string): Promise<Page> {
  const writing = await begin(settings, locale, null);
  const { m, p } = writing;
  const content = `<p>${escapeHtml(p.unknownText)}</p><p>${escapeHtml(m.problem.newLink)}</p>`;
  return notePage({ title: p.unknown, figure: 'unknown', content }, writing);
}

/** Returns the page of an order that cannot be read now. It does not show the order, or whether it exists. */
export async function failedPage(settings: PageSettings, locale: string): Promise<Page> {
  const writing = await begin(settings, locale, null);
  const { m } = writing;
  const content = `<a class="button main" href="">${escapeHtml(m.tryAgain)}</a>`;
  return notePage({ title: m.problem.open, figure: 'failed', content }, writing);
}

async function begin(settings: PageSettings, locale: string, checkout: Checkout | null): Promise<Writing> {
  addEnglishMessages({ ...badge, ...card, ...outcomes });
  const localization = await localized(locale);
  const p = await pageMessages(localization.locale);
  const shopName = settings.shop.name ?? checkout?.shop.name ?? new URL(settings.publicUrl).host;
  return { ...localization, p, settings, shopName };
}

interface PayContent {
  /** The address of the page; `null` if only the script knows it. */
  readonly link: string | null;
  readonly token: string | null;
  /** Replaces the checkout for payers without JavaScript. */
  readonly plain: string;
}

async function payPage(about: string, { link, token, plain }: PayContent, writing: Writing): Promise<Page> {
  const { m, p, locale } = writing;
  const base = pathOf(writing.settings);
  // Hidden until the script knows the order.
  const empty = link === null ? ' empty' : '';
  const content =
    `<main><section class="order"${attributesOf({ 'aria-label': m.orderLabel })}>${brand(writing)}<div class="about${empty}">${about}</div></section>` +
    `<div class="checkout" id="checkout"><noscript>${plain}</noscript></div>` +
    `<aside class="share${empty}"${attributesOf({ 'aria-label': p.share })}>` +
    `<span class="code" id="code"${attributesOf({ 'role': 'img', 'aria-label': p.pageCode })}>${link === null ? '' : qrSvg(link, p.pageCode)}</span>` +
    `<h2 class="screen">${escapeHtml(p.share)}</h2>` +
    `<h2 class="paper">${escapeHtml(p.scan)}</h2><p class="paper">${escapeHtml(p.scanText)}</p>` +
    `<p class="paper url" id="url" dir="ltr">${escapeHtml(link ?? '')}</p>` +
    `<p>${escapeHtml(p.shareText)}</p>` +
    `<div class="tools"><button type="button" id="copy" hidden>${escapeHtml(m.phone.copy)}</button>` +
    `<button type="button" id="print" hidden>${escapeHtml(p.print)}</button></div><p role="status" id="status"></p></aside></main>`;
  const elements = headLines(await pageFiles(), { basePath: base, locale });
  const head = (await script({ token, idHash: null }, writing)) + elements;
  return document(content, { title: writing.shopName, head }, writing);
}

/** Returns the script of the page, with its data. */
async function script(
  known: { readonly token: string | null; readonly idHash: string | null },
  { m, locale, settings }: Writing,
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

/** The script replaces it by the order id. */
const ORDER_ID = '{id}';

interface Note {
  readonly title: string;
  readonly figure: keyof typeof FIGURES;
  /** HTML. */
  readonly content: string;
  readonly hasContact?: boolean;
  /** The browser that got an address of this checkout is taken back to it, if money can be requested back. */
  readonly checkout?: Checkout;
}

/** Icons, drawn on a grid of 20 × 20 as those of the elements. */
const FIGURES = {
  done: '<path d="m4.5 10.5 3.7 3.7 7.3-8.4"/>',
  ended: '<circle cx="10" cy="10" r="7"/><path d="M10 6v4.2l2.6 1.6"/>',
  unknown: '<circle cx="9" cy="9" r="5.25"/><path d="m13 13 3.75 3.75"/>',
  failed: '<circle cx="10" cy="10" r="7"/><path d="M10 6v4.2M10 13.6v.05"/>',
} as const;

async function notePage(
  { title, figure: name, content, hasContact = false, checkout }: Note,
  writing: Writing,
): Promise<Page> {
  const { m, settings } = writing;
  const support = hasContact ? settings.supportUrl : null;
  const contact = support
    ? `<a class="button main"${attributesOf({ href: support })}>${escapeHtml(m.contactShop)}</a>`
    : '';
  const figure = `<span class="figure ${name}" aria-hidden="true"><svg viewBox="0 0 20 20">${FIGURES[name]}</svg></span>`;
  const body = `<main class="note">${brand(writing)}<div class="box">${figure}<h1>${escapeHtml(title)}</h1>${content}${contact}</div></main>`;
  // The link alone must reveal neither the id nor whether money is owed. So the page contains a hash of the id, whenever there is
  // an invoice.
  const head = checkout?.invoice ? await script({ token: null, idHash: hashOf(checkout.id) }, writing) : '';
  return document(body, { title: `${title} · ${writing.shopName}`, head }, writing);
}

const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex');

function facts({ order, invoice, state }: Checkout, { m, locale }: Writing): string {
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
    value === null ? '' : `<div><dt>${escapeHtml(name)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd></div>`;
  return `<dl>${rows.map(row).join('')}</dl>`;
}

/** The server writes the time with its zone. The script replaces it by the payer's local time. */
function withTime(message: (time: string) => string, ms: number, { locale }: Writing): string {
  const iso = new Date(ms).toISOString();
  const time = `<time datetime="${iso}">${escapeHtml(utc(iso, locale))}</time>`;
  return escapeHtml(message('{time}')).replace('{time}', () => time);
}

/**
 * Returns the language of a page: the chosen one, else the first of the browser's that the elements have.
 * @param preferred the language tags of the browser, best first
 */
export function pageLocale(chosen: string | null, preferred: readonly string[]): string {
  if (chosen !== null && isLocale(chosen)) return chosen;
  const isKnown = (tag: string) => isLocale(tag) && (/^en\b/i.test(tag) || languageOf(tag) !== 'en');
  return preferred.find(isKnown) ?? 'en';
}
