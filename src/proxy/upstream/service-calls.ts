import type { InvoiceCalls, ServiceClient } from '../../service/index.js';

/** All that the proxy asks of the payment service. */
export type ServiceCalls = InvoiceCalls &
  Pick<ServiceClient, 'listInvoices' | 'createStaticWallet' | 'listStaticWallets'>;
