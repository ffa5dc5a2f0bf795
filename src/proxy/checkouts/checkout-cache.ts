import { mapMaybeAsync, type MaybeAsync } from '../base/map-maybe-async.js';
import type { CheckoutRecord, DisplayedInvoice } from '../domain/record.js';
import { settlementOf } from '../domain/settlement.js';
import type { CheckoutRepository } from './checkout-repository.js';
import type { VersionReader, VersionStamp } from '../store/version-stamp.js';
import type { SerializeSettings } from '../domain/serialize-checkout.js';
import { iso, isoOrNull } from '../base/time.js';
import { isStale, serializeCheckout, type PollTimes } from '../domain/serialize-checkout.js';

interface CheckoutCacheOptions {
  readonly settings: SerializeSettings & { readonly refused: { readonly revision: number } };
  readonly nowMs: () => number;
  readonly checkouts: Pick<CheckoutRepository, 'find' | 'readVersion'>;
  readonly versions: Pick<VersionReader, 'stamp'>;
  /** Limit of the cached texts. */
  readonly maxCharacters?: number;
}

/** A checkout as it is at this moment. */
export type SerializedCheckout = ReturnType<typeof serialized>;

function serialized({ version, createdAtMs, rest, versionStamp }: CacheEntry, nowMs: number) {
  const { lastSeenAtMs, invoice } = versionStamp;
  const stale = invoice !== null && isStale(createdAtMs, invoice, nowMs);
  return {
    ...{ version, lastSeenAtMs, isStale: stale },
    /** Returns the Checkout as JSON. */
    toText(): string {
      const checkedAt = isoOrNull(invoice?.checkedAtMs ?? null);
      const changing = JSON.stringify({ now: iso(nowMs), stale, checkedAt });
      return `${changing.slice(0, -1)},${rest}`;
    },
  };
}

/** What stays the same for as long as the version does. */
interface CacheEntry {
  readonly version: number;
  /** Of the displayed invoice. */
  readonly sequence: number | null;
  readonly createdAtMs: number;
  /** The JSON of a Checkout after its first brace, without the fields that change with the time alone. */
  readonly rest: string;
  /** As last read. */
  readonly versionStamp: VersionStamp;
  /** Of the store, before that. */
  readonly stamp: number | undefined;
  /** Of the refused currencies. */
  readonly revision: number;
}

const MAX_CHARACTERS = 16_000_000;

/**
 * Checkouts as pages read them again and again. The texts of the latest ones are cached, and are valid for as long as the
 * store has the version from which they were created: every read checks it, since another process may have written. `now`,
 * `stale` and `checkedAt`, which change without the version, are written again each time.
 */
export class CheckoutCache {
  /** The least recently read comes first. */
  readonly #entries = new Map<string, CacheEntry>();
  #characters = 0;

  constructor(private readonly options: CheckoutCacheOptions) {}

  /** Returns the checkout: immediately if the store can confirm without waiting that a cached one is current. @throws {ProblemError} */
  read(id: string): MaybeAsync<SerializedCheckout> {
    const entry = this.#entries.get(id);
    const { versions, checkouts, settings } = this.options;
    if (entry?.revision !== settings.refused.revision) return this.#load(id);
    const stamp = versions.stamp();
    if (stamp !== undefined && stamp === entry.stamp) return this.#keep(id, entry);
    return mapMaybeAsync(checkouts.readVersion(id, entry.sequence), (versionStamp) =>
      versionStamp?.version === entry.version
        ? this.#keep(id, { ...entry, stamp, versionStamp })
        : this.#load(id),
    );
  }

  async #load(id: string): Promise<SerializedCheckout> {
    // A checkout that was deleted must not stay.
    this.#forget(id);
    const { checkouts, settings } = this.options;
    const { revision } = settings.refused;
    return this.#keep(id, { ...toEntry(await checkouts.find(id), settings), revision });
  }

  /** Of the cached texts. */
  get characters(): number {
    return this.#characters;
  }

  #keep(id: string, entry: CacheEntry): SerializedCheckout {
    this.#forget(id);
    this.#entries.set(id, entry);
    this.#characters += entry.rest.length;
    const { maxCharacters = MAX_CHARACTERS, nowMs } = this.options;
    while (this.#characters > maxCharacters) {
      const [oldest] = this.#entries.keys();
      if (oldest === undefined) break;
      this.#forget(oldest);
    }
    return serialized(entry, nowMs());
  }

  #forget(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    this.#characters -= entry.rest.length;
  }
}

function toEntry(record: CheckoutRecord, settings: SerializeSettings): Omit<CacheEntry, 'revision'> {
  const { now: _, stale: __, checkedAt: ___, ...lasting } = serializeCheckout(record, settings, 0);
  const invoice = settlementOf(record).status.invoice?.invoice ?? null;
  const { version, lastSeenAtMs } = record;
  return {
    version,
    sequence: invoice?.sequence ?? null,
    createdAtMs: invoice?.createdAtMs ?? 0,
    rest: JSON.stringify(lasting).slice(1),
    versionStamp: { version, lastSeenAtMs, invoice: invoice && pollTimesOf(invoice) },
    stamp: undefined,
  };
}

function pollTimesOf({ nextPollAtMs, checkedAtMs, pollFailure }: DisplayedInvoice): PollTimes {
  return { nextPollAtMs, checkedAtMs, pollFailure };
}
