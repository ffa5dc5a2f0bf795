import type { DepositVerifier } from '../deposit-addresses/deposit-verifier.js';
import { throwStoreProblem } from '../base/problem-error.js';
import type { InvoicePoller } from './invoice-poller.js';
import { signedInvoiceIds, type Postback } from '../domain/postback.js';
import type { StoreContext } from '../store/store.js';
import type { ServiceTime } from '../upstream/service-time.js';

interface PostbackHandlerOptions extends Pick<StoreContext, 'logger'> {
  readonly serviceTime: ServiceTime;
  readonly poller: Pick<InvoicePoller, 'prioritize'>;
  readonly deposits: Pick<DepositVerifier, 'recordDeposit'>;
  /** The keys from the option `postbackSecrets`. */
  readonly keys: readonly Uint8Array[];
}

/** Handles postbacks. A postback is only a hint: the proxy polls the service for the status. */
export class PostbackHandler {
  constructor(private readonly options: PostbackHandlerOptions) {}

  /**
   * Resolves when the hint is stored.
   * @param sender the client, as identified for rate limits; `null` if unknown
   * @throws {ProblemError} `store_unavailable` if it could not be stored
   */
  async handlePostback(postback: Postback, sender: string | null): Promise<void> {
    const { poller, deposits, logger } = this.options;
    const signed = await this.#signedIds(postback);
    const { invoiceIds, orderId, address } = postback;
    try {
      const invoices = await poller.prioritize({
        serviceIds: invoiceIds,
        provenIds: [...signed],
        orderIds: orderId === null ? [] : [orderId],
        addresses: address === null ? [] : [address],
      });
      const isDeposit = await deposits.recordDeposit(postback, { signed, sender });
      logger.info({ invoices, isDeposit, isSigned: signed.size > 0 }, 'postback received');
    } catch (error) {
      throwStoreProblem(error);
    }
  }

  async #signedIds({ token, invoiceIds }: Postback): Promise<ReadonlySet<string>> {
    const { keys, serviceTime, logger } = this.options;
    if (token === null || keys.length === 0) return new Set();
    const signed = await signedInvoiceIds(token, keys, serviceTime.nowMs());
    if (!invoiceIds.some((id) => signed.has(id))) {
      logger.warn({}, 'postback token rejected, check postbackSecrets if this repeats');
    }
    return signed;
  }
}
