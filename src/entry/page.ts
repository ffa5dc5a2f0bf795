// The script of the payment page. It opens the checkout by POST, so that link previews never do. It keeps the id in the fragment
// of the address, which browsers send to no server.
import { checkoutsWithKey, claimKeyOf, orderName } from '../checkout/claim-keys.js';
import { formatFiat } from '../payment/fiat.js';
import { dateFormat } from '../payment/intl.js';
import type { Checkout } from '../protocol/index.js';

/** The data that the server wrote into the page. */
interface PageData {
  /** Base path of the proxy. */
  readonly base: string;
  /** The order token; `null` on the page of a checkout, and if the link has expired. */
  readonly token: string | null;
  /** If the link has expired: SHA-256 of the checkout's id, in hexadecimal digits. */
  readonly idHash: string | null;
  readonly locale: string;
  /** Names of the states, for the title of the page. */
  readonly states: Readonly<Record<string, string>>;
  /** The label of an order, with the placeholder `{id}`. */
  readonly order: string;
  readonly copied: string;
}

const byId = (id: string): HTMLElement | null => document.getElementById(id);

function readData(): PageData {
  // The same version of the proxy wrote the page.
  return JSON.parse(byId('data')?.textContent ?? '{}') as PageData;
}

const { base, token, idHash, locale, states, order, copied } = readData();

/** Sends a request. Returns `null` without a response, or after a problem: the element repeats the request and shows the problem. */
async function request(path: string, init: RequestInit): Promise<Checkout | null> {
  try {
    const response = await fetch(`${base}${path}`, init);
    return response.ok ? ((await response.json()) as Checkout) : null;
  } catch {
    return null;
  }
}

/** Names this browser to the proxy, which records who was shown an address. */
function browserQuery(name: string): string {
  const claim = claimKeyOf(name);
  return claim ? `?browser=${claim.browser}` : '';
}

const read = (id: string): Promise<Checkout | null> =>
  request(`/checkouts/${encodeURIComponent(id)}${browserQuery(id)}`, {
    headers: { accept: 'application/json' },
    cache: 'no-store',
  });

const openOrder = (): Promise<Checkout | null> =>
  request(`/checkouts${browserQuery(orderName(token ?? ''))}`, {
    method: 'POST',
    headers: { 'accept': 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ order: token }),
  });

const pageOf = (id: string): string => `${base}/c${location.search}#${id}`;

function showCheckout(checkout: Checkout | null): void {
  const tag = document.createElement('crypto-checkout');
  const attributes = {
    'endpoint': base,
    locale,
    // The page has its own menu, so the element offers only the language of the page.
    'languages': document.documentElement.lang,
    'resume-url': `${location.origin}${base}/c#{checkout}`,
  };
  for (const [name, value] of Object.entries(attributes)) tag.setAttribute(name, value);
  if (token !== null) tag.setAttribute('order', token);
  else tag.setAttribute('checkout', location.hash.slice(1));
  // Works before the element is defined: it reads the property then.
  if (checkout) Object.assign(tag, { initialCheckout: checkout });
  for (const type of ['crypto-ready', 'crypto-state-change'])
    tag.addEventListener(type, (event) => showState(event));
  byId('checkout')?.replaceChildren(tag);
}

/** Colors of the page's icon by state, which a payer sees while the tab is in the background. */
const COLORS: Readonly<Record<string, string>> = {
  paid: '#0b7247',
  overpaid: '#0b7247',
  expired: '#7d4500',
  error: '#b3261e',
};

const shop = document.title;

function showState(event: Event): void {
  const { state, orderId } = (
    event as Event & { readonly detail: { readonly state: string; readonly orderId: string } }
  ).detail;
  // From now on, the page prints as a receipt, without the instructions to pay.
  document.body.classList.toggle('done', state === 'paid' || state === 'overpaid');
  if (orderId) showParts(true);
  const name = state === 'choosing' ? '' : states[state];
  const title = orderId && order.replace('{id}', () => orderId);
  document.title = [name, title, shop].filter(Boolean).join(' · ');
  const icon = byId('icon');
  // The color of the page's own icon, in a data URI.
  const href = icon
    ?.getAttribute('href')
    ?.replace(/%23[\da-f]{6}/, encodeURIComponent(COLORS[state] ?? '#2659d9'));
  if (href) icon?.setAttribute('href', href);
}

function setText(name: string, text: string): void {
  const element = byId(name);
  if (element) element.textContent = text;
}

/** Shows or hides the parts that are empty until the order is known. */
function showParts(isKnown: boolean): void {
  for (const part of document.querySelectorAll('.empty')) part.toggleAttribute('hidden', !isKnown);
}

/**
 * Returns the time until which the link is open. The server writes it into the page of the link. The page of the checkout reads it
 * from the history of this tab, since the id does not contain it.
 */
function openUntil(): string | undefined {
  const written = document.querySelector<HTMLTimeElement>('#until time')?.dateTime;
  return written || (history.state as { readonly openUntil?: string } | null)?.openUntil;
}

/** Fills in the order. Replaces the order token in the URL with the id, so that a reload shows the same payment. */
function showOrder({ id: checkoutId, order: terms, testMode }: Checkout): void {
  history.replaceState({ openUntil: openUntil() }, '', pageOf(checkoutId));
  byId('test')?.toggleAttribute('hidden', !testMode);
  setText('description', terms.description ?? '');
  const [before = '', after = ''] = order.split('{id}');
  const id = document.createElement('span');
  id.translate = false;
  id.textContent = terms.id;
  byId('order')?.replaceChildren(before, id, after);
  setText('price', formatFiat(terms.amount, terms.currency, locale));
}

/** Draws the QR code of the page's URL, which the server may not know. */
async function drawCode(): Promise<void> {
  setText('url', location.href);
  const { drawQrCode } = await import('./payment-steps.js');
  const { viewBox, tile, white, path } = drawQrCode(location.href);
  const draw = (name: string, attributes: Readonly<Record<string, string>>) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
    return element;
  };
  const svg = draw('svg', { viewBox });
  svg.append(draw('path', { fill: white, d: tile }), draw('path', { fill: '#000', d: path }));
  const code = byId('code');
  code?.replaceChildren(svg);
  code?.removeAttribute('hidden');
}

function showButtons(): void {
  const onPress = (name: string, press: () => void) => {
    const button = byId(name);
    button?.removeAttribute('hidden');
    button?.addEventListener('click', press);
  };
  onPress('print', () => print());
  if (isSecureContext)
    onPress('copy', () => {
      navigator.clipboard.writeText(location.href).then(
        () => setText('status', copied),
        () => undefined,
      );
    });
}

function writeTimes(): void {
  const until = document.querySelector('#until');
  until?.querySelector('time')?.setAttribute('datetime', openUntil() ?? '');
  until?.toggleAttribute('hidden', openUntil() === undefined);
  const format = dateFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  for (const time of document.querySelectorAll<HTMLTimeElement>('time:not([datetime=""])'))
    time.textContent = format.format(new Date(time.dateTime));
}

/** Loads the page in the chosen language. Keeps the fragment and the state, which submitting the form would drop. */
function followLanguage(): void {
  const choice = document.querySelector<HTMLSelectElement>('#language select');
  const follow = () => {
    const query = new URLSearchParams({ locale: choice?.value ?? locale });
    history.replaceState(history.state, '', `?${query}${location.hash}`);
    location.reload();
  };
  choice?.addEventListener('change', follow);
  // The payer chose it before this script had loaded.
  if (choice?.selectedOptions[0]?.defaultSelected === false) follow();
}

followLanguage();
// A link that is opened in the same tab may change the fragment only, which loads no new page.
addEventListener('hashchange', () => location.reload());

async function showPayment(): Promise<void> {
  const opening = token === null ? read(location.hash.slice(1)) : openOrder();
  showButtons();
  const checkout = await opening;
  if (checkout) showOrder(checkout);
  else showParts(false);
  showCheckout(checkout);
  await drawCode().catch(() => undefined);
}

/** Returns the id of the checkout, if this browser has its key. The link alone does not prove who paid. */
async function findOwnCheckout(wantedHash: string): Promise<string | null> {
  for (const id of isSecureContext ? checkoutsWithKey() : []) {
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(id)));
    if (Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('') === wantedHash) return id;
  }
  return null;
}

/** Returns the payer to a payment if a refund can be requested, or was requested. */
async function returnToOwnCheckout(wantedHash: string): Promise<void> {
  const id = await findOwnCheckout(wantedHash);
  const checkout = id === null ? null : await read(id);
  if (checkout?.refunds?.items.length) location.replace(pageOf(checkout.id));
}

writeTimes();
await (idHash === null ? showPayment() : returnToOwnCheckout(idHash));
