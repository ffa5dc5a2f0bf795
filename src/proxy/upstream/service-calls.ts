import type { InvoiceCalls, ServiceClient } from '../../service/index.js';

/** The calls of the proxy to the payment service. */
export type ServiceCalls = InvoiceCalls &
  Pick<ServiceClient, 'listInvoices' | 'createStaticWallet' | 'listStaticWallets'>;
