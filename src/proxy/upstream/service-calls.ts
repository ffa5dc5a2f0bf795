import type { InvoiceCalls, ServiceClient } from '../../service/index.js';

/** All that the proxy asks of the payment service. */
export type ServiceCalls = InvoiceCalls &
  Pick<ServiceClient, 'listInvoices' | 'createStaticWallet' | 'listStaticWallets'>;

/** For each call as a whole: after it, whoever sent a creation no longer waits for its answer. */
export const SERVICE_DEADLINE_MS = 20_000;
