import type { TestContext } from 'node:test';
import type { CurrencyCode } from '../../src/payment/index.js';
import { parseOptions } from '../../src/proxy/options.js';
import { parseOrder } from '../../src/proxy/orders.js';
import type { CheckoutRecord } from '../../src/proxy/record.js';
import type { Running } from '../../src/proxy/running.js';
import { openParts } from '../../src/proxy/running.js';
import type { CreateInvoiceRequest, Invoice, InvoiceCalls } from '../../src/service/index.js';
import { ServiceError } from '../../src/service/index.js';

/** A service in memory whose every answer the test decides. */
export class FakeService implements InvoiceCalls {
  readonly created: CreateInvoiceRequest[] = [];
  /** The ids of every information call. */
  readonly asked: (readonly string[])[] = [];
  readonly invoicesById = new Map<string, Invoice>();
  /** Thrown by an information call when it returns an error. */
  trouble: (ids: readonly string[]) => ServiceError | null = () => null;

  constructor(private readonly clock: { nowMs(): number }) {}

  createInvoice(request: CreateInvoiceRequest): Promise<Invoice> {
    this.created.push(request);
    const nowMs = this.clock.nowMs();
    const id = `INV-${String(this.created.length).padStart(8, '0')}`;
    const invoice: Invoice = {
      id,
      status: 'created',
      createdAtMs: nowMs,
      expiresAtMs: nowMs + 30 * 60_000,
      address: `address-of-${id}`,
      currency: null,
      amount: '1',
      amountUsd: null,
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
      amountMissing: null,
      received: null,
      transactions: [],
      type: 'up',
      orderId: request.orderId ?? null,
    };
    this.invoicesById.set(id, invoice);
    return Promise.resolve(invoice);
  }

  invoices(ids: readonly string[]): Promise<ReadonlyMap<string, Invoice>> {
    this.asked.push(ids);
    const error = this.trouble(ids);
    if (error) return Promise.reject(error);
    const known = ids.flatMap((id) => this.invoicesById.get(id) ?? []);
    return Promise.resolve(new Map(known.map((invoice) => [invoice.id, invoice])));
  }

  cancelInvoice(): Promise<void> {
    return Promise.reject(new ServiceError('refused', 'cancel invoice'));
  }

  set(id: string, change: Partial<Invoice>): void {
    const invoice = this.invoicesById.get(id);
    if (!invoice) throw new Error(`there is no ${id}`);
    this.invoicesById.set(id, { ...invoice, ...change });
  }
}

/** The parts of a proxy whose rounds the test takes itself, in a time that stands still. */
export interface Workshop {
  readonly parts: Running;
  readonly service: FakeService;
  readonly clock: { now: number; nowMs(): number };
  readonly logLines: string[];
  /** Opens an order and chooses a currency; the id of the invoice. */
  readonly order: (
    id: string,
    currency?: CurrencyCode,
  ) => Promise<{ readonly checkoutId: string; readonly invoiceId: string }>;
  readonly record: (checkoutId: string) => Promise<CheckoutRecord>;
}

export async function openWorkshop(t: TestContext, store = ':memory:'): Promise<Workshop> {
  const logLines: string[] = [];
  const log = (fields: object, message: string) => void logLines.push(JSON.stringify({ message, ...fields }));
  const logger = { info: log, warn: log, error: log };
  const clock = { now: Date.UTC(2026, 0, 1), nowMs: () => clock.now };
  const service = new FakeService(clock);
  const settings = parseOptions({
    service: { url: 'https://pay.example', apiKey: 'key', shopId: 'shop' },
    orders: () => null,
    store,
    clock,
    logger,
  });
  const parts = await openParts(settings, service, logger);
  t.after(() => parts.stop());
  const order = async (id: string, currency: CurrencyCode = 'BTC') => {
    const terms = parseOrder({ id, amount: '49.00', currency: 'EUR' });
    const { record } = await parts.checkouts.open({ terms, issuedAtMs: clock.now });
    const chosen = await parts.creation.choose(record.id, { currency, email: null });
    const made = chosen.invoices.at(-1);
    if (!made || made.stage === 'intended') throw new Error('no invoice was made');
    return { checkoutId: record.id, invoiceId: made.serviceId };
  };
  return { parts, service, clock, logLines, order, record: (checkoutId) => parts.checkouts.find(checkoutId) };
}
