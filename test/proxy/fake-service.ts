import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { CurrencyCode } from '../../src/payment/index.js';
import { parseOptions } from '../../src/proxy/options/parse.js';
import type { CheckoutProxyOptions } from '../../src/proxy/options/options.js';
import { parseOrder } from '../../src/proxy/domain/order.js';
import type { CheckoutRecord, Price } from '../../src/proxy/domain/record.js';
import type { ProxyRuntime } from '../../src/proxy/runtime/runtime.js';
import { createRuntime } from '../../src/proxy/runtime/runtime.js';
import type { ServiceCalls } from '../../src/proxy/upstream/service-connection.js';
import { toSegwitV0 } from '../../src/sandbox/core/chain/identifiers.js';
import type {
  CreatedInvoice,
  CreateInvoiceRequest,
  Invoice,
  ServiceCurrency,
} from '../../src/service/index.js';
import { ServiceError } from '../../src/service/index.js';
import { briefStore } from './test-stores.js';

/** A service in memory whose every response the test decides. */
export class FakeService implements ServiceCalls {
  readonly created: CreateInvoiceRequest[] = [];
  /** The ids of every information call. */
  readonly polled: (readonly string[])[] = [];
  /** The ids of every cancel call. */
  readonly canceled: string[] = [];
  /** The number of calls that listed invoices. */
  listings = 0;
  /** The fate of a creation: it is answered, its response is lost, or the request itself is lost. */
  fate: (request: CreateInvoiceRequest) => 'answered' | 'answer lost' | 'lost' = () => 'answered';
  /** The address of a new invoice. */
  address: (currency: string | undefined, id: string) => string | null = addressFor;
  /** How the list shows an invoice, if it does. */
  listed: (invoice: Invoice) => Invoice | null = (invoice) => invoice;
  /** Thrown by the list instead of a response. */
  listTrouble: () => ServiceError | null = () => null;
  /** Thrown by the list after its last readable page. */
  listBreak: () => ServiceError | null = () => null;
  readonly invoicesById = new Map<string, Invoice>();
  /** Fields in which every created invoice differs from the defaults. */
  overrides: Partial<Invoice> = {};
  /** Thrown by an information call instead of a response. */
  trouble: (ids: readonly string[]) => ServiceError | null = () => null;
  /** The ids of the invoices whose records are unreadable. */
  readonly unreadable = new Set<string>();

  constructor(private readonly clock: { nowMs(): number }) {}

  createInvoice(request: CreateInvoiceRequest): Promise<CreatedInvoice> {
    this.created.push(request);
    const fate = this.fate(request);
    const invoice = fate === 'lost' ? null : this.make(request);
    return invoice && fate === 'answered'
      ? Promise.resolve(invoice)
      : Promise.reject(new ServiceError('outcome_unknown', 'create invoice'));
  }

  make(request: CreateInvoiceRequest): Invoice {
    const nowMs = this.clock.nowMs();
    const id = `INV-${String(this.invoicesById.size + 1).padStart(8, '0')}`;
    const invoice: Invoice = {
      id,
      status: 'created',
      createdAtMs: nowMs,
      expiresAtMs: nowMs + 30 * 60_000,
      address: this.address(request.cryptocurrency, id),
      currency: currencyOf(request.cryptocurrency),
      amount: '1',
      amountUsd: request.currency === 'USD' ? request.amount : '53.21',
      fiatAmount: request.amount,
      fiatCurrency: request.currency,
      fee: null,
      serviceFee: null,
      feePaidBy: null,
      serviceFeePaidBy: null,
      emailRequired: false,
      link: 'https://pay.example/x',
      project: null,
      testMode: false,
      finishedAtMs: null,
      amountToPay: '1',
      amountPaid: null,
      amountPaidUsd: null,
      amountMissing: null,
      received: null,
      transactions: [],
      type: 'up',
      orderId: request.orderId ?? null,
      ...this.overrides,
    };
    this.invoicesById.set(id, invoice);
    return invoice;
  }

  invoices(
    ids: readonly string[],
    onUnreadable?: (id: string, field: string) => void,
  ): Promise<ReadonlyMap<string, Invoice>> {
    this.polled.push(ids);
    const error = this.trouble(ids);
    if (error) return Promise.reject(error);
    const known = ids
      .filter((id) => !this.unreadable.has(id))
      .flatMap((id) => this.invoicesById.get(id) ?? []);
    for (const id of ids) if (this.unreadable.has(id)) onUnreadable?.(id, 'status');
    return Promise.resolve(new Map(known.map((invoice) => [invoice.id, invoice])));
  }

  /** As the list shows them: without the currency of the price. */
  async *listInvoices(): AsyncGenerator<Invoice> {
    this.listings += 1;
    const error = this.listTrouble();
    if (error) throw error;
    for (const invoice of this.invoicesById.values()) {
      const entry = this.listed({ ...invoice, fiatCurrency: null });
      if (entry) yield entry;
    }
    const broken = this.listBreak();
    if (broken) throw broken;
  }

  createStaticWallet(): Promise<never> {
    return Promise.reject(new ServiceError('refused', 'create static wallet'));
  }

  listStaticWallets(): AsyncIterable<never> {
    throw new ServiceError('refused', 'list static wallets');
  }

  /** The fate of a cancellation. */
  cancelInvoice: ServiceCalls['cancelInvoice'] = (id) => {
    this.canceled.push(id);
    return Promise.reject(new ServiceError('refused', 'cancel invoice'));
  };

  set(id: string, change: Partial<Invoice>): void {
    const invoice = this.invoicesById.get(id);
    if (!invoice) throw new Error(`there is no ${id}`);
    this.invoicesById.set(id, { ...invoice, ...change });
  }
}

/** Valid in form, and different for each id; the tests order bitcoin and litecoin. */
export function addressFor(currency: string | undefined, id: string): string {
  const program = createHash('sha256').update(id).digest().subarray(0, 20);
  return toSegwitV0(currency === 'LTC' ? 'ltc' : 'bc', program);
}

function currencyOf(code: string | undefined): ServiceCurrency | null {
  return code === undefined ? null : { code, symbol: code, name: null, networkCode: null, networkName: null };
}

/** The components of a proxy whose rounds the test runs itself, on a frozen clock. */
export interface Harness {
  readonly parts: ProxyRuntime;
  readonly service: FakeService;
  readonly clock: { now: number; nowMs(): number };
  readonly logLines: string[];
  /** Opens an order and chooses a currency; returns the id of the invoice. */
  readonly order: (
    id: string,
    currency?: CurrencyCode,
    price?: Price,
  ) => Promise<{ readonly checkoutId: string; readonly invoiceId: string }>;
  readonly record: (checkoutId: string) => Promise<CheckoutRecord>;
}

export async function createHarness(
  t: Pick<TestContext, 'after'>,
  store?: string,
  options: Partial<CheckoutProxyOptions> = {},
): Promise<Harness> {
  const logLines: string[] = [];
  const log = (fields: object, message: string) => void logLines.push(JSON.stringify({ message, ...fields }));
  const logger = { info: log, warn: log, error: log };
  const clock = { now: Date.UTC(2026, 0, 1), nowMs: () => clock.now };
  const service = new FakeService(clock);
  const settings = parseOptions({
    service: { url: 'https://pay.example', apiKey: 'key', shopId: 'shop' },
    orders: () => null,
    store: store ?? (await briefStore()),
    clock,
    logger,
    ...options,
  });
  const parts = await createRuntime(settings, service);
  t.after(() => parts.stop());
  const order: Harness['order'] = async (
    id,
    currency = 'BTC',
    price = { amount: '49.00', currency: 'EUR' },
  ) => {
    const terms = parseOrder({ id, ...price });
    const { record } = await parts.checkouts.openCheckout({ terms, issuedAtMs: clock.now });
    const chosen = await parts.invoices.choose(record.id, { currency, email: null });
    const created = chosen.invoices.at(-1);
    if (!created || created.stage === 'creating') throw new Error('no invoice was created');
    return { checkoutId: record.id, invoiceId: created.serviceId };
  };
  return {
    parts,
    service,
    clock,
    logLines,
    order,
    record: (checkoutId) => parts.checkouts.findCheckout(checkoutId),
  };
}
