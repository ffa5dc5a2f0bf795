// What the proxy serves as `elements.js`: it sends the first request of each checkout in the page beside the code.
import type { EarlyRequest } from '../checkout/early-requests.js';
import { PATHS, pathSegment } from '../protocol/paths.js';

/** Sends what the session of this tag would send first (`ProxyClient`); `null` if it sends nothing yet. */
function firstRequest(tag: Element): EarlyRequest | null {
  const { order, checkout, endpoint, credentials, mode, open } = Object.fromEntries(
    [...tag.attributes].map(({ name, value }) => [name, value]),
  );
  const isClosed = mode === 'modal' && open === undefined;
  const isRendered = tag.querySelector(':scope > script') !== null;
  if (isClosed || isRendered || !(checkout || order)) return null;
  const base = (endpoint ?? '/crypto-checkout').replace(/\/+$/, '');
  const request = checkout
    ? { url: base + PATHS.checkout.replace(':id', pathSegment(checkout)), body: null }
    : { url: base + PATHS.checkouts, body: JSON.stringify({ order }) };
  return send({ ...request, credentials: credentialsOf(credentials) });
}

function credentialsOf(value: string | undefined): RequestCredentials {
  return value === 'omit' || value === 'include' ? value : 'same-origin';
}

function send({ url, body, credentials }: Pick<EarlyRequest, 'url' | 'body' | 'credentials'>): EarlyRequest {
  const askedAtMs = performance.now();
  const response = fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    body,
    cache: 'no-store',
    credentials,
  });
  const received = response.then((answer) => ({ response: answer, receivedAtMs: performance.now() }));
  return { url, body, credentials, askedAtMs, response: received };
}

const requests = [...document.querySelectorAll('crypto-checkout')].flatMap((tag) => firstRequest(tag) ?? []);
const { start } = await import('./first.js');
start(requests);
