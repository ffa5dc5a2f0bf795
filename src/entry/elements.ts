// What the proxy serves as `elements.js`: it sends the first request of each checkout in the page beside the code.
import type * as Drawings from '../adapters/icons/drawings.js';
import type { EarlyRequest, ReadResponse } from '../checkout/early-requests.js';
import type { Press } from './currency-choice.js';

/**
 * Sends what the session of this tag would send first (`ProxyClient`); `null` if it sends nothing yet. The paths are
 * repeated here: a module that this one shares with `currency-choice.ts` would have to come before both.
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
    ? { url: `${url}/${checkout}`, body: null }
    : { url, body: JSON.stringify({ order }) };
  return send({ ...request, credentials: credentialsOf(credentials) });
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
  return { url, body, credentials, sentAtMs, response: request.then(read) };
}

/**
 * What the payer presses in the rows that a server has rendered, until the elements take over. A press of a script does not
 * count: it could choose for the payer.
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

/** Without `currency-choice.ts` there are no elements to show it, and no messages in other languages. */
function showFailure(tag: Element): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Reload the page';
  button.addEventListener('click', () => location.reload());
  const message = document.createElement('p');
  message.lang = 'en';
  message.setAttribute('role', 'alert');
  message.append('The checkout could not be loaded. ', button);
  // In place of the text that waits for the element; above the rows of a server, which do not answer.
  if (tag.shadowRoot) tag.shadowRoot.prepend(message);
  else tag.replaceChildren(message);
}

/** The first price, the first time and the first look into the storage take a browser 20 ms each: free while the elements load. */
function prepareBrowser(): void {
  new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' }).format(0);
  new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format();
  try {
    localStorage.getItem('crypto-checkout:language');
  } catch {
    // A page without storage: the elements do without it, too.
  }
}

const tags = [...document.querySelectorAll('crypto-checkout')];
const requests = tags.flatMap((tag) => firstRequest(tag) ?? []);
const press = lastPress();
let drawings: typeof Drawings | null = null;
// Loaded in parallel with the elements, which request them if they arrive later. Without them letters are drawn.
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
