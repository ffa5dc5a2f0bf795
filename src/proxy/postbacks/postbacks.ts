import type { Clock } from '../clock.js';
import type { Deposits } from '../deposits/deposits.js';
import type { Logger } from '../log.js';
import { Refusal } from '../refusal.js';
import type { Watcher } from '../watching/watching.js';
import type { Postback } from './postback.js';
import { signedInvoiceIds } from './token.js';

export interface PostbacksOptions {
  readonly watcher: Pick<Watcher, 'hint'>;
  readonly deposits: Pick<Deposits, 'note'>;
  /** Of `postbackSecrets`. */
  readonly keys: readonly Uint8Array[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Takes in what the service notifies us of: only a hint, since the truth is read from the service. */
export class Postbacks {
  constructor(private readonly options: PostbacksOptions) {}

  /** Resolves when the hint is stored. @throws {Refusal} `store_unavailable` when it could not be */
  async take(postback: Postback): Promise<void> {
    const { watcher, deposits, logger } = this.options;
    const signed = await this.#signedIds(postback);
    const { invoiceIds, orderId, address } = postback;
    try {
      const invoices = await watcher.hint({
        serviceIds: invoiceIds,
        orderIds: orderId === null ? [] : [orderId],
        addresses: address === null ? [] : [address],
      });
      const isDeposit = await deposits.note(postback, signed);
      logger.info({ invoices, isDeposit, isSigned: signed.size > 0 }, 'the service has sent a postback');
    } catch (error) {
      throw error instanceof Refusal ? error : new Refusal('store_unavailable', undefined, { cause: error });
    }
  }

  async #signedIds({ token, invoiceIds }: Postback): Promise<ReadonlySet<string>> {
    const { keys, clock, logger } = this.options;
    if (token === null || keys.length === 0) return new Set();
    const signed = await signedInvoiceIds(token, keys, clock.nowMs());
    if (!invoiceIds.some((id) => signed.has(id))) {
      logger.warn(
        {},
        'the token of a postback does not prove it: is it of another secret, or from a stranger?',
      );
    }
    return signed;
  }
}
