import { subjectOf } from './token-claims.js';

/** The part of the platform's `Storage` in which a session keeps the random key of a checkout: see `CheckoutSessionOptions.storage`. */
export interface ClaimKeyStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

/** What this browser has for one checkout. */
export interface ClaimKey {
  /** Secret. Proves a refund request, and is sent with nothing else. */
  readonly key: string;
  /** SHA-256 of the key in Base64url: sent with every request that shows an address, and no secret. */
  readonly browser: string;
}

/** Repeated in `entry/elements.ts`. */
const PREFIX = 'crypto-checkout:claim:';
/** No checkout id contains a colon. A reference may have the text of an order id, and be about another order. */
const [ORDER_PREFIX, REFERENCE_PREFIX] = ['order:', 'reference:'];
const BYTES = 32;
/** What was stored: the time when the checkout was opened last, the key and its hash in Base64url (RFC 4648 §5). */
const STORED = /^(\d+) ([\w-]{43}) ([\w-]{43})$/;
/** By then no money of the checkout is owed. */
const KEPT_MS = 365 * 24 * 60 * 60_000;

/** Keys of this page, for a browser that stores nothing. */
const ofThisPage = new Map<string, ClaimKey>();

/**
 * Returns what this browser has for a checkout, or `null`.
 * @param name the id of the checkout, or the result of `orderName`
 * @param storage Default: `localStorage`. Stored text is untrusted
 */
export function claimKeyOf(name: string, storage?: ClaimKeyStorage): ClaimKey | null {
  return stored(name, storage) ?? ofThisPage.get(name) ?? null;
}

/**
 * As `claimKeyOf`, but creates the key if there is none. A browser without storage keeps it as long as the page.
 * @param names under which the key is kept: the id of the checkout and its order, by which the next page asks for it
 * @returns `null` if the browser cannot hash, as on a page that was loaded over http
 */
export async function createClaimKey(
  names: readonly string[],
  storage?: ClaimKeyStorage,
): Promise<ClaimKey | null> {
  const created = findKey(names, storage) ?? (await newKey());
  // Another tab may have stored a key meanwhile.
  const claim = findKey(names, storage) ?? created;
  if (claim) for (const name of names) keep(name, claim, storage);
  return claim;
}

/** Returns the name of an order: by the order id of a token, or by a reference. */
export function orderName(order: string): string {
  const id = subjectOf(order);
  return id === null ? REFERENCE_PREFIX + order : orderIdName(id);
}

/** Returns the name under which the key of an order id is kept. */
export function orderIdName(orderId: string): string {
  return ORDER_PREFIX + orderId;
}

/**
 * Returns the ids of an order's checkouts that this browser has opened, the last one first: several if the proxy has deleted one that was
 * never paid, or if a reference leads to another order each time.
 */
export function checkoutsOfOrder(order: string, storage?: ClaimKeyStorage): readonly string[] {
  const claim = claimKeyOf(orderName(order), storage);
  if (!claim) return [];
  const names = new Set([...[...ofThisPage.keys()].reverse(), ...checkoutsWithKey(storage)]);
  return [...names]
    .filter((name) => isCheckout(name) && claimKeyOf(name, storage)?.key === claim.key)
    .sort((one, other) => openedAtMs(other, storage) - openedAtMs(one, storage));
}

const isCheckout = (name: string): boolean => !name.includes(':');

/** Returns the checkouts of which this browser has a key. */
export function checkoutsWithKey(given?: ClaimKeyStorage): readonly string[] {
  try {
    const storage = given ?? platformStorage();
    const names = storage ? namesIn(storage).map((name) => name.slice(PREFIX.length)) : [];
    return names.filter(isCheckout);
  } catch {
    return [];
  }
}

/** Whether this browser has the same key under all names. If so, remembers that the checkout was opened now. */
export function reuseClaimKey(names: readonly string[], storage?: ClaimKeyStorage): boolean {
  const claim = findKey(names, storage);
  if (!claim || names.some((name) => claimKeyOf(name, storage)?.key !== claim.key)) return false;
  for (const name of names) keep(name, claim, storage);
  return true;
}

function findKey(names: readonly string[], storage: ClaimKeyStorage | undefined): ClaimKey | null {
  return names.map((name) => claimKeyOf(name, storage)).find((claim) => claim !== null) ?? null;
}

function stored(name: string, storage: ClaimKeyStorage | undefined): ClaimKey | null {
  const [, , key, browser] = entryOf(name, storage);
  return key && browser ? { key, browser } : null;
}

function openedAtMs(name: string, storage: ClaimKeyStorage | undefined): number {
  return Number(entryOf(name, storage)[1] ?? 0);
}

function entryOf(name: string, storage: ClaimKeyStorage | undefined): readonly string[] {
  try {
    return STORED.exec((storage ?? platformStorage())?.getItem(PREFIX + name) ?? '') ?? [];
  } catch {
    return [];
  }
}

function keep(name: string, claim: ClaimKey, storage: ClaimKeyStorage | undefined): void {
  // Again at the end of the map, if it was there.
  ofThisPage.delete(name);
  ofThisPage.set(name, claim);
  try {
    const store = storage ?? platformStorage();
    if (store) removeOld(store);
    store?.setItem(PREFIX + name, `${Date.now()} ${claim.key} ${claim.browser}`);
  } catch {
    // Storage is blocked or full.
  }
}

/** Exists only in pages. @throws if the browser blocks it */
function platformStorage(): ClaimKeyStorage | undefined {
  return (globalThis as { readonly localStorage?: ClaimKeyStorage }).localStorage;
}

function removeOld(storage: ClaimKeyStorage): void {
  for (const name of namesIn(storage)) {
    if (openedAtMs(name.slice(PREFIX.length), storage) < Date.now() - KEPT_MS) storage.removeItem(name);
  }
}

function namesIn(storage: ClaimKeyStorage): readonly string[] {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return names.filter((one) => one.startsWith(PREFIX));
}

async function newKey(): Promise<ClaimKey | null> {
  // Only secure contexts have it.
  if (!('subtle' in crypto)) return null;
  const key = toBase64url(crypto.getRandomValues(new Uint8Array(BYTES)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return { key, browser: toBase64url(new Uint8Array(digest)) };
}

function toBase64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
