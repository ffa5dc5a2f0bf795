// Served as `elements.js`. It sends the first request of each checkout in the page while the code of the elements loads.
import type * as Drawings from '../adapters/icons/drawings.js';
import type { EarlyRequest, ReadResponse } from '../checkout/early-requests.js';
import type { Press } from './currency-choice.js';

/**
 * Sends the request that the session of this tag would send first (`ProxyClient`); `null` if it would send none yet. The paths are
 * repeated here, because a module shared with `currency-choice.ts` would be a third file to load before both.
 */
function firstRequest(tag: Element): EarlyRequest | null {
  const { order, checkout, endpoint, credentials, mode, open } = Object.fromEntries(
    [...tag.attributes].map(({ name, value }) => [name, value]),
  );
  const isClosed = mode === 'modal' && open === undefined;
  const isRendered = tag.querySelector(':scope > script') !== null;
  if (isClosed || isRendered || !/^[\w-]*$/.test(checkout ?? '') || !(checkout || order)) return null;
  const url = `${(endpoint ?? '/crypto-checkout').replace(/\/+$/, '')}/checkouts`;
  const request = checkout
    ? { url: `${url}/${checkout}${browserQuery(checkout)}`, body: null }
    : {
        url: url + browserQuery(`order:${subjectOf(order ?? '') ?? order}`),
        body: JSON.stringify({ order }),
      };
  return send({ ...request, credentials: credentialsOf(credentials) });
}

/** Names this browser, if it has a claim key, as `claimKeyOf` does. */
function browserQuery(name: string): string {
  try {
    const text = localStorage.getItem(`crypto-checkout:claim:${name}`) ?? '';
    const browser = /^\d+ [\w-]{43} ([\w-]{43})$/.exec(text)?.[1];
    return browser ? `?browser=${browser}` : '';
  } catch {
    return '';
  }
}

/** Returns the order id of an order token, as `orderName` does. */
function subjectOf(order: string): string | undefined {
  try {
    const bytes = atob((order.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
    const { sub } = JSON.parse(text) as { readonly sub?: unknown };
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
}

function credentialsOf(value: string | undefined): RequestCredentials {
  return value === 'omit' || value === 'include' ? value : 'same-origin';
}

function send({ url, body, credentials }: Pick<EarlyRequest, 'url' | 'body' | 'credentials'>): EarlyRequest {
  const sentAtMs = performance.now();
  const request = fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    body,
    cache: 'no-store',
    credentials,
  });
  const read = async (response: Response): Promise<ReadResponse> => {
    const receivedAtMs = performance.now();
    return { response, text: await response.text(), receivedAtMs };
  };
  const result = request.then(read);
  // It may fail before a session takes it, which then sends its own, and shows the problem.
  result.catch(() => undefined);
  return { url, body, credentials, sentAtMs, response: result };
}

/**
 * Records the last press of the payer in rows that a server rendered, until the elements replace them. A click by a script does not
 * count, because it could select a currency for the payer.
 */
function lastPress(): () => Press | null {
  let press: Press | null = null;
  const onClick = (event: Event) => {
    const path = event.composedPath().filter((target) => target instanceof HTMLElement);
    const key = path.find(({ dataset }) => dataset['key'])?.dataset['key'];
    const tag = path.find(({ localName }) => localName === 'crypto-checkout');
    if (event.isTrusted && key && tag) press = { tag, key };
  };
  addEventListener('click', onClick);
  return () => {
    removeEventListener('click', onClick);
    return press;
  };
}

/** Shows that `currency-choice.ts` cannot be loaded. Without it, there are no elements, and no messages in other languages. */
function showFailure(tag: Element): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Reload the page';
  button.addEventListener('click', () => location.reload());
  const message = document.createElement('p');
  message.lang = 'en';
  message.setAttribute('role', 'alert');
  message.append('The checkout could not be loaded. ', button);
  // Replaces the text that is displayed before the element. Rows that a server rendered stay below it, but do nothing.
  if (tag.shadowRoot) tag.shadowRoot.prepend(message);
  else tag.replaceChildren(message);
}

/** Formats a price and a time, and reads the storage. The first use of each takes a browser 20 ms, which delays nothing now. */
function prepareBrowser(): void {
  new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' }).format(0);
  new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format();
  try {
    localStorage.getItem('crypto-checkout:language');
  } catch {
    // The page has no storage. The elements work without it.
  }
}

const tags = [...document.querySelectorAll('crypto-checkout')];
const requests = tags.flatMap((tag) => firstRequest(tag) ?? []);
const press = lastPress();
let drawings: typeof Drawings | null = null;
// Loaded in parallel with the elements, which import them themselves if they are late. Without them, the elements draw letters.
import('../adapters/icons/drawings.js').then(
  (module) => (drawings = module),
  () => undefined,
);
const loading = import('./currency-choice.js');
setTimeout(prepareBrowser);
try {
  const { start } = await loading;
  await start(requests, press, drawings);
} catch (error) {
  tags.forEach(showFailure);
  throw error;
}
