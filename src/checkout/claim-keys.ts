/** The part of the platform's `Storage` in which a session keeps the random key of a checkout: see `CheckoutSessionOptions.storage`. */
export interface ClaimKeyStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

const PREFIX = 'crypto-checkout:claim:';
const BYTES = 32;
/** What was stored: the time of its creation and the key in Base64url (RFC 4648 §5). */
const STORED = /^(\d+) ([\w-]{43})$/;
/** By then no money of the checkout is owed. */
const KEPT_MS = 365 * 24 * 60 * 60_000;

/** Keys of this page, for a browser that stores nothing. */
const ofThisPage = new Map<string, string>();

/**
 * Returns the key of this browser for a checkout, which proves later that this browser got the address, or `null`.
 * @param storage Default: `localStorage`. Stored text is untrusted
 */
export function claimKeyOf(checkout: string, storage?: ClaimKeyStorage): string | null {
  return stored(checkout, storage) ?? ofThisPage.get(checkout) ?? null;
}

/** As `claimKeyOf`, but creates the key if there is none. A browser without storage keeps it as long as the page. */
export function createClaimKey(checkout: string, storage?: ClaimKeyStorage): string {
  const known = claimKeyOf(checkout, storage);
  if (known) return known;
  const key = randomText();
  ofThisPage.set(checkout, key);
  try {
    const store = storage ?? platformStorage();
    if (store) removeOld(store);
    store?.setItem(PREFIX + checkout, `${Date.now()} ${key}`);
  } catch {
    // Storage is blocked or full.
  }
  return key;
}

/** Returns the checkouts of which this browser has a key. */
export function checkoutsWithKey(): readonly string[] {
  try {
    const storage = platformStorage();
    return storage ? namesIn(storage).map((name) => name.slice(PREFIX.length)) : [];
  } catch {
    return [];
  }
}

function stored(checkout: string, storage: ClaimKeyStorage | undefined): string | null {
  try {
    const text = (storage ?? platformStorage())?.getItem(PREFIX + checkout);
    return STORED.exec(text ?? '')?.[2] ?? null;
  } catch {
    return null;
  }
}

/** Exists only in pages. @throws if the browser blocks it */
function platformStorage(): ClaimKeyStorage | undefined {
  return (globalThis as { readonly localStorage?: ClaimKeyStorage }).localStorage;
}

function removeOld(storage: ClaimKeyStorage): void {
  for (const name of namesIn(storage)) {
    const createdAtMs = Number(STORED.exec(storage.getItem(name) ?? '')?.[1] ?? 0);
    if (createdAtMs < Date.now() - KEPT_MS) storage.removeItem(name);
  }
}

function namesIn(storage: ClaimKeyStorage): readonly string[] {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return names.filter((one) => one.startsWith(PREFIX));
}

function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
