import type { Messages as PaymentPageMessages } from '../../locales/compiled/payment-page/en.js';
import { directionOf, languageOf, LANGUAGES, onMessagesChange } from '../../i18n/index.js';
import { attributesOf, escapeHtml } from './escape.js';
import type { Localized } from './locale.js';
import { styleSheet } from './page-styles.js';
import { RecentTexts } from './recent-texts.js';
import { paymentPageHeaders } from './security-headers.js';

/** The options of the proxy that the pages use. */
export interface PageSettings {
  /** URL of the base path, without a trailing slash. */
  readonly publicUrl: string;
  readonly supportUrl: string | null;
  readonly shop: {
    readonly name?: string | undefined;
    readonly logo?: string | undefined;
    readonly accent?: string | undefined;
    readonly url?: string | undefined;
    readonly imprint?: string | undefined;
  };
}

/** A page as HTML, with its headers. */
export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The settings and messages of a page in one language. */
export interface PageContext extends Localized {
  readonly p: PaymentPageMessages;
  readonly settings: PageSettings;
  /** Name of the shop. Default: the name of the project if known, otherwise the host. */
  readonly shopName: string;
}

export function brand({ settings, shopName }: PageContext): string {
  const { logo, url } = settings.shop;
  const picture = logo
    ? `<img alt="" width="44" height="44" referrerpolicy="no-referrer"${attributesOf({ src: logo })}>`
    : `<span class="mark" aria-hidden="true">${escapeHtml([...shopName][0]?.toUpperCase() ?? '')}</span>`;
  const site = url === undefined ? '' : new URL(url).host;
  const link = site
    ? `<a class="site" rel="noreferrer"${attributesOf({ href: url })}>${escapeHtml(site)}</a>`
    : '';
  return `<header class="brand">${picture}<span><bdi>${escapeHtml(shopName)}</bdi>${link}</span></header>`;
}

/** @param hasScript whether the script of the page handles a change of the language */
function footer({ m, p, settings, locale }: PageContext, hasScript: boolean): string {
  const { supportUrl: support, shop } = settings;
  const { imprint } = shop;
  const language = languageOf(locale);
  const button = `<button>${escapeHtml(m.change)}</button>`;
  const options = LANGUAGES.map(
    ([tag, name]) =>
      `<option value="${tag}" lang="${tag}"${tag === language ? ' selected' : ''}>${escapeHtml(name)}</option>`,
  );
  const links = [
    support
      ? `<span>${escapeHtml(p.questions)} <a class="screen"${attributesOf({ href: support })}>${escapeHtml(m.contactShop)}</a>` +
        `<bdi class="paper">${escapeHtml(readable(support))}</bdi></span>`
      : '',
    imprint
      ? `<a class="screen" rel="noreferrer"${attributesOf({ href: imprint })}>${escapeHtml(p.imprint)}</a>`
      : '',
    `<form method="get" id="language"><select name="locale" autocomplete="off"${attributesOf({ 'aria-label': m.language })}>${options.join('')}</select>` +
      `${hasScript ? `<noscript>${button}</noscript>` : button}</form>`,
  ];
  return `<footer>${links.join('')}</footer>`;
}

/** Returns a link as a person would type it, for print. */
const readable = (link: string): string => link.replace(/^(mailto:|https:\/\/)|[?#].*$/g, '');

/** Returns the whole page with its headers. @param content HTML */
export function document(
  content: string,
  { title, head }: { readonly title: string; readonly head: string },
  context: PageContext,
): Page {
  const { m, settings } = context;
  const sheet = styleSheet(settings.shop.accent);
  return withHeaders(
    `<!doctype html><html${attributesOf({ lang: m.lang, dir: directionOf(m.lang) })}><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width"><meta name="description"${attributesOf({ content: m.card })}>` +
      `<title>${escapeHtml(title)}</title><link rel="icon" id="icon" href="${ICON}"><style>${sheet}</style>${head}</head>` +
      `<body>${content}${footer(context, head !== '')}</body></html>`,
    settings,
  );
}

const withHeaders = (html: string, { shop }: PageSettings): Page => ({
  html,
  headers: paymentPageHeaders(styleSheet(shop.accent), shop.logo),
});

/** Enough for each page without an order in all locales that Node knows. */
const constantPages = new RecentTexts(20_000_000);
/** Enough for the pages of 300 orders. They push out no page without an order. */
const orderPages = new RecentTexts(10_000_000);

// A shop may replace a message at any time.
onMessagesChange(() => {
  constantPages.clear();
  orderPages.clear();
});

/**
 * Returns a page that depends on nothing but what it shows, the settings and the locale, and creates it if it was not shown
 * lately. A client that loads its link again and again would otherwise keep the proxy busy, and forged links need no link at all.
 * @param name of the page
 * @param facts all that differs from one order to another
 */
export async function keptPage(
  [name, ...facts]: readonly [name: string, ...facts: readonly unknown[]],
  settings: PageSettings,
  locale: string,
  create: () => Promise<Page>,
): Promise<Page> {
  const pages = facts.length === 0 ? constantPages : orderPages;
  const key = JSON.stringify([name, facts, locale, settings]);
  const html = pages.find(key) ?? pages.keep(key, (await create()).html);
  return withHeaders(html, settings);
}

/** The icon of the page, a coin. The script gives it the color of the state. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='%232659d9'/%3E%3C/svg%3E";

/** Returns the base path that browsers use. */
export const pathOf = ({ publicUrl }: PageSettings): string => new URL(publicUrl).pathname.replace(/\/$/, '');
