import { ServiceError } from '../../service/index.js';
import type { ServiceCalls } from './service-calls.js';

/** Wraps the calls. `onCall` is called when each of them ends, with its outcome. */
export function instrumentService(
  service: ServiceCalls,
  onCall: (operation: string, outcome: string, seconds: number) => void,
): ServiceCalls {
  const begin = (operation: string) => {
    const startedMs = performance.now();
    return (outcome: string) => onCall(operation, outcome, (performance.now() - startedMs) / 1000);
  };
  const timed = async <T>(operation: string, call: () => Promise<T>): Promise<T> => {
    const end = begin(operation);
    try {
      const result = await call();
      end('ok');
      return result;
    } catch (error) {
      end(outcomeOf(error));
      throw error;
    }
  };
  async function* listed<T>(operation: string, call: () => AsyncIterable<T>): AsyncGenerator<T> {
    const end = begin(operation);
    try {
      yield* call();
      end('ok');
    } catch (error) {
      end(outcomeOf(error));
      throw error;
    }
  }
  return {
    createInvoice: (request) => timed('create_invoice', () => service.createInvoice(request)),
    cancelInvoice: (id) => timed('cancel_invoice', () => service.cancelInvoice(id)),
    createStaticWallet: (request) => timed('create_static_wallet', () => service.createStaticWallet(request)),
    invoices: (ids) => timed('invoices', () => service.invoices(ids)),
    listInvoices: (period) => listed('list_invoices', () => service.listInvoices(period)),
    listStaticWallets: (period) => listed('list_static_wallets', () => service.listStaticWallets(period)),
  };
}

function outcomeOf(error: unknown): string {
  return error instanceof ServiceError ? error.code : 'error';
}
