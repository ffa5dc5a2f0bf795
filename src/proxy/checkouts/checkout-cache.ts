import type { CheckoutRecord, ExistingInvoice } from '../domain/record.js';
import { ledgerOf } from '../domain/settlement.js';
import { nextViewer, shownInvoice, type ShownInvoice } from '../domain/viewer.js';
import type { CheckoutRepository } from './checkout-repository.js';
import type { VersionReader, VersionStamp } from '../store/version-stamp.js';
import type { PresentTime } from '../base/clock.js';
import {
  NO_TIME,
  serializeCheckout,
  serializeTimes,
  type PollTimes,
  type SerializeSettings,
} from '../domain/serialize-checkout.js';

interface CheckoutCacheOptions {
  readonly settings: SerializeSettings & { readonly refused: { readonly revision: number } };
  readonly present: () => PresentTime;
  readonly checkouts: Pick<CheckoutRepository, 'findCheckout' | 'readVersion' | 'recordViews'>;
  readonly versions: Pick<VersionReader, 'stamp'>;
  /** Maximum total length of the cached texts. */
  readonly maxCharacters?: number;
}

/** The current state of a checkout. */
export type SerializedCheckout = ReturnType<typeof toSerialized>;

function toSerialized({ version, createdAtMs, rest, versionStamp }: CacheEntry, time: PresentTime) {
  const { lastSeenAtMs, invoice } = versionStamp;
  const times = serializeTimes(invoice && { ...invoice, createdAtMs }, time);
  return {
    version,
    lastSeenAtMs,
    isStale: times.stale,
    /** Returns the Checkout as JSON. */
    toText(): string {
      return `${JSON.stringify(times).slice(0, -1)},${rest}`;
    },
  };
}

/** One version of a checkout. */
interface CacheEntry {
  readonly version: number;
  /** The sequence of the displayed invoice. */
  readonly sequence: number | null;
  /** Creation time of the displayed invoice. */
  readonly createdAtMs: number;
  /** The JSON of a Checkout after its first brace, without the fields that change within one version. */
  readonly rest: string;
  /** As last read from the store. */
  readonly versionStamp: VersionStamp;
  /** The stamp of the store before that read. */
  readonly stamp: number | undefined;
  /** The displayed invoice, if views of it are recorded. A viewer that another process recorded may be missing. */
  readonly shown: ShownInvoice | null;
  /** The revision of the refused currencies. */
  readonly revision: number;
}

const MAX_CHARACTERS = 16_000_000;

/**
 * Caches the JSON of recently read checkouts, since pages read them repeatedly. An entry is valid while the store has the same version.
 * Each read checks the version: another process may have changed it. Each read also computes `now`, `stale` and `checkedAt`, which
 * change within one version.
 */
export class CheckoutCache {
  /** In the order of the last read, the oldest first. */
  readonly #entries = new Map<string, CacheEntry>();
  #characters = 0;

  constructor(private readonly options: CheckoutCacheOptions) {}

  /**
   * Returns the checkout for a browser.
   * @param browser see `withView`
   * @throws {ProblemError} `checkout_not_found`, `store_unavailable`
   */
  async readCheckout(id: string, browser: string | null): Promise<SerializedCheckout> {
    const entry = this.#entries.get(id);
    const { versions, checkouts, settings } = this.options;
    if (entry?.revision !== settings.refused.revision) return this.#load(id, browser);
    // The recorded viewer only becomes less certain. If the cached one needs no change, the stored one needs none.
    const { shown } = entry;
    if (shown && nextViewer(shown.viewer, browser) !== shown.viewer) return this.#load(id, browser);
    const stamp = versions.stamp();
    if (stamp !== undefined && stamp === entry.stamp) return this.#keep(id, entry);
    const versionStamp = await checkouts.readVersion(id, entry.sequence);
    return versionStamp?.version === entry.version
      ? this.#keep(id, { ...entry, stamp, versionStamp })
      : this.#load(id, browser);
  }

  async #load(id: string, browser: string | null): Promise<SerializedCheckout> {
    // If the checkout was deleted, `findCheckout` throws. Its entry must not remain.
    this.#forget(id);
    const { checkouts, settings } = this.options;
    const { revision } = settings.refused;
    const record = await checkouts.recordViews(await checkouts.findCheckout(id), [browser]);
    return this.#keep(id, { ...toEntry(record, settings), revision });
  }

  /** Total length of the cached texts. */
  get characters(): number {
    return this.#characters;
  }

  #keep(id: string, entry: CacheEntry): SerializedCheckout {
    this.#forget(id);
    this.#entries.set(id, entry);
    this.#characters += entry.rest.length;
    const { maxCharacters = MAX_CHARACTERS, present } = this.options;
    while (this.#characters > maxCharacters) {
      const [oldest] = this.#entries.keys();
      if (oldest === undefined) break;
      this.#forget(oldest);
    }
    return toSerialized(entry, present());
  }

  #forget(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    this.#characters -= entry.rest.length;
  }
}

function toEntry(record: CheckoutRecord, settings: SerializeSettings): Omit<CacheEntry, 'revision'> {
  const { now: _, stale: __, checkedAt: ___, ...lasting } = serializeCheckout(record, settings, NO_TIME);
  const invoice = ledgerOf(record).status.invoice?.invoice ?? null;
  const { version, lastSeenAtMs } = record;
  return {
    version,
    sequence: invoice?.sequence ?? null,
    shown: shownInvoice(record),
    createdAtMs: invoice?.createdAtMs ?? 0,
    rest: JSON.stringify(lasting).slice(1),
    versionStamp: { version, lastSeenAtMs, invoice: invoice && pollTimesOf(invoice) },
    stamp: undefined,
  };
}

function pollTimesOf({ nextPollAtMs, checkedAtMs, pollFailure }: ExistingInvoice): PollTimes {
  return { nextPollAtMs, checkedAtMs, pollFailure };
}
