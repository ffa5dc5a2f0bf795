import type { CheckoutRecord, DisplayedInvoice } from '../domain/record.js';
import { settlementOf } from '../domain/settlement.js';
import type { CheckoutRepository } from './checkout-repository.js';
import type { VersionStamp, VersionReader } from '../store/version-stamp.js';
import type { SerializeSettings } from '../domain/serialize-checkout.js';
import { iso, isoOrNull, isStale, serializeCheckout } from '../domain/serialize-checkout.js';

export interface CheckoutCacheOptions {
  readonly settings: SerializeSettings;
  readonly nowMs: () => number;
  readonly checkouts: Pick<CheckoutRepository, 'find' | 'readVersion'>;
  readonly pulses: Pick<VersionReader, 'atOnce' | 'stamp'>;
  /** Of texts that are kept: so many characters. */
  readonly mostCharacters?: number;
}

/** A checkout as it is at this moment. */
export class SerializedCheckout {
  readonly version: number;
  readonly lookedAtMs: number;
  readonly isStale: boolean;
  readonly #rest: string;
  readonly #checkedAtMs: number | null;

  constructor(
    { version, createdAtMs, rest, pulse: { lookedAtMs, invoice } }: CacheEntry,
    private readonly nowMs: number,
  ) {
    this.version = version;
    this.lookedAtMs = lookedAtMs;
    this.#rest = rest;
    this.#checkedAtMs = invoice?.checkedAtMs ?? null;
    this.isStale = invoice !== null && isStale(createdAtMs, invoice, nowMs);
  }

  /** The Checkout as JSON. */
  toText(): string {
    const checkedAt = isoOrNull(this.#checkedAtMs);
    const changing = JSON.stringify({ now: iso(this.nowMs), stale: this.isStale, checkedAt });
    return `${changing.slice(0, -1)},${this.#rest}`;
  }
}

/** What stays the same for as long as the version does. */
interface CacheEntry {
  readonly version: number;
  /** Of the invoice that is shown. */
  readonly sequence: number | null;
  readonly createdAtMs: number;
  /** The JSON of a Checkout after its first brace, without the fields that change with the time alone. */
  readonly rest: string;
  /** As it was told last. */
  pulse: VersionStamp;
  /** Of the store, before that. */
  stamp: number | undefined;
}

const MAX_CHARACTERS = 16_000_000;

/**
 * Checkouts as pages read them again and again. The texts of those that were read last are kept, and are good for as
 * long as the store has the version that they were made of: every reading asks for it, since another process may have
 * written. `now`, `stale` and `checkedAt`, which change without the version, are put in anew each time.
 */
export class CheckoutCache {
  /** Who was asked for longest ago comes first. */
  readonly #kept = new Map<string, CacheEntry>();
  #characters = 0;

  constructor(private readonly options: CheckoutCacheOptions) {}

  /** Without waiting; `undefined` where that cannot be: then `read` can, or says why not. */
  atOnce(id: string): SerializedCheckout | undefined {
    const kept = this.#kept.get(id);
    if (!kept) return undefined;
    const { pulses, nowMs } = this.options;
    const stamp = pulses.stamp();
    if (stamp === undefined || stamp !== kept.stamp) {
      const pulse = pulses.atOnce(id, kept.sequence);
      if (pulse?.version !== kept.version) return undefined;
      Object.assign(kept, { stamp, pulse });
    }
    this.#keep(id, kept);
    return new SerializedCheckout(kept, nowMs());
  }

  /** @throws {ProblemError} `checkout_not_found` */
  async read(id: string): Promise<SerializedCheckout> {
    const { checkouts, nowMs } = this.options;
    const known = this.#kept.get(id);
    // One that has been removed must not stay.
    this.#forget(id);
    const pulse = known && (await checkouts.readVersion(id, known.sequence));
    const isSame = known && pulse?.version === known.version;
    const kept = isSame ? { ...known, pulse, stamp: undefined } : await this.#readWhole(id);
    this.#keep(id, kept);
    return new SerializedCheckout(kept, nowMs());
  }

  async #readWhole(id: string): Promise<CacheEntry> {
    return toKept(await this.options.checkouts.find(id), this.options.settings);
  }

  /** Of texts that are kept now. */
  get characters(): number {
    return this.#characters;
  }

  #keep(id: string, kept: CacheEntry): void {
    this.#forget(id);
    this.#kept.set(id, kept);
    this.#characters += kept.rest.length;
    const { mostCharacters = MAX_CHARACTERS } = this.options;
    while (this.#characters > mostCharacters) {
      const [oldest] = this.#kept.keys();
      if (oldest === undefined) break;
      this.#forget(oldest);
    }
  }

  #forget(id: string): void {
    const kept = this.#kept.get(id);
    if (!kept) return;
    this.#kept.delete(id);
    this.#characters -= kept.rest.length;
  }
}

function toKept(record: CheckoutRecord, settings: SerializeSettings): CacheEntry {
  const { now: _, stale: __, checkedAt: ___, ...lasting } = serializeCheckout(record, settings, 0);
  const invoice = settlementOf(record).standing.invoice?.invoice ?? null;
  const { version, lookedAtMs } = record;
  return {
    version,
    sequence: invoice?.sequence ?? null,
    createdAtMs: invoice?.createdAtMs ?? 0,
    rest: JSON.stringify(lasting).slice(1),
    pulse: { version, lookedAtMs, invoice: invoice && checksOf(invoice) },
    stamp: undefined,
  };
}

/** Of an invoice, all that a record of it has beside is in the text. */
function checksOf({ nextCheckAtMs, checkedAtMs, trouble }: DisplayedInvoice): VersionStamp['invoice'] {
  return { nextCheckAtMs, checkedAtMs, trouble };
}
