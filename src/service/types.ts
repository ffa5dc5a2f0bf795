/**
 * The status words of the document ("States and transitions"); a word it does not show is kept as it came.
 */
export const INVOICE_STATUSES = ['created', 'paid', 'partial', 'overpaid', 'canceled'] as const;
/** A status word of the document ("States and transitions"). */
export type KnownInvoiceStatus = (typeof INVOICE_STATUSES)[number];
/** The service's own word ("Invoice", `status`): a known one, or any other that it may come to use. */
export type InvoiceStatus = KnownInvoiceStatus | (string & {});

/**
 * What the creation call answers ("Create invoice"). Amounts are exact decimal text, times are milliseconds
 * UTC, and the document's text `None`, an empty text and a missing field are all `null`.
 */
export interface CreatedInvoice {
  /** `INV-` and 8 characters. */
  readonly id: string;
  readonly status: InvoiceStatus;
  readonly createdAtMs: number | null;
  readonly expiresAtMs: number | null;
  /** Filled only when a payment currency was fixed. */
  readonly address: string | null;
  readonly currency: ServiceCurrency | null;
  readonly amount: string | null;
  readonly amountUsd: string | null;
  /** The price in the currency the invoice was created in: must equal the order. */
  readonly fiatAmount: string | null;
  readonly fiatCurrency: string | null;
  readonly fee: string | null;
  readonly serviceFee: string | null;
  /** `client` and `merchant` are seen; other words are kept. */
  readonly feePaidBy: string | null;
  readonly serviceFeePaidBy: string | null;
  readonly emailRequired: boolean;
  /** The service's own payment page. */
  readonly link: string | null;
  readonly project: ServiceProject | null;
  readonly testMode: boolean;
  /** `up` an incoming payment, `dw` a withdrawal; other words are kept. The creation call need not say. */
  readonly type: string | null;
  /** The merchant's own number, as text also where the service answers a number. The creation call need not say. */
  readonly orderId: string | null;
}

/** What "Invoice information" and "List invoices" answer: the creation's fields, and what has been paid. */
export interface Invoice extends CreatedInvoice {
  readonly finishedAtMs: number | null;
  /** The whole sum to pay, in the coin: only this call carries it, and not in every form. */
  readonly amountToPay: string | null;
  readonly amountPaid: string | null;
  /** What is still to be paid after a part: nothing of an invoice that is `paid` or `overpaid`. */
  readonly amountMissing: string | null;
  readonly received: string | null;
  readonly transactions: readonly string[];
}

/** One value for the two forms of the document's "Currency object". */
export interface ServiceCurrency {
  /** The full code including the network: `USDT_TRC20`. */
  readonly code: string;
  readonly symbol: string;
  readonly name: string | null;
  readonly networkCode: string | null;
  readonly networkName: string | null;
}

/** The shop as the service knows it ("Project object"). */
export interface ServiceProject {
  readonly name: string | null;
  /** URLs of the shop's pages after success and failure, and of its logo. */
  readonly success: string | null;
  readonly fail: string | null;
  readonly logo: string | null;
}

/** The body of "Create invoice". */
export interface CreateInvoiceRequest {
  /** Exact decimal text in `currency`. */
  readonly amount: string;
  /** A code of the fiat set; always sent, since the document shows it both as required and as optional. */
  readonly currency: string;
  readonly orderId?: string;
  readonly email?: string;
  readonly lifetime?: { readonly hours: number; readonly minutes: number };
  readonly availableCurrencies?: readonly string[];
  /** Fixes the payment currency: the answer then carries address and amount. */
  readonly cryptocurrency?: string;
}

/**
 * A span of days for a list or a sum: the UTC days on which the two instants fall, the last one included.
 * They are sent as `dd.mm.yyyy` ("Conventions for every endpoint").
 */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

/** The keys of the statistics: every known status, and all invoices together ("Statistics result"). */
export type StatisticsKey = 'all' | KnownInvoiceStatus;

/** How many invoices, and what they come to ("Statistics result"). */
export interface Statistics {
  readonly count: Readonly<Record<StatisticsKey, number>>;
  /** Exact decimal text in USD. */
  readonly amountUsd: Readonly<Record<StatisticsKey, string>>;
}

/**
 * "Balance entry". Amounts are exact decimal text; the USD ones inform only, and are `null` where unknown.
 */
export interface Balance {
  readonly currency: ServiceCurrency;
  readonly balance: string;
  /** At the rate of the moment of the request. */
  readonly balanceUsd: string | null;
  /** The part that can be withdrawn. */
  readonly available: string;
  readonly availableUsd: string | null;
}

/** A permanent deposit address of one customer in one currency ("Static wallet"). */
export interface StaticWallet {
  readonly id: string;
  readonly currency: ServiceCurrency;
  readonly address: string;
  /** False when the service's `active` or `enable` says so, `null` when it says neither. */
  readonly active: boolean | null;
  readonly createdAtMs: number | null;
  /** The document's `identify`: the `order_id` of notifications about this wallet. `null` in a list that does not name it. */
  readonly customer: string | null;
}

/** The body of "Create static wallet". */
export interface CreateStaticWalletRequest {
  /** A code of the static wallet set: any payment currency that is not on the TON network. */
  readonly currency: string;
  /** The shop's own identifier of the customer; sent as `identify`. */
  readonly customer: string;
}

/**
 * The calls of the payment service, each with the section of the document in its comment. What only reads may
 * be sent more than once (option `attempts`); what creates or cancels never is.
 */
export interface ServiceClient {
  /**
   * "Create invoice". Sent once and never repeated.
   * @throws {AmountError} before anything is sent, when the amount is none
   * @throws {ServiceError} `outcome_unknown` when it may have worked
   */
  createInvoice(request: CreateInvoiceRequest): Promise<CreatedInvoice>;
  /**
   * "Invoice information", for any number of ids with or without prefix: one call per 100. The answer holds
   * the invoices that the service knows, by their `INV-` id in capitals, however they were asked for and answered, and
   * in the order in which they were asked for. Of one that is answered twice the state with more money counts.
   */
  invoices(ids: readonly string[]): Promise<ReadonlyMap<string, Invoice>>;
  /**
   * "Cancel invoice". Never repeated: since only an invoice in `created` can be canceled, a retry would
   * be refused where the first one worked.
   * @throws {ServiceError} `refused` when the invoice is no longer `created`; after `unavailable` and
   * `invalid_response` it may have been canceled: check with `invoices`
   */
  cancelInvoice(id: string): Promise<void>;
  /**
   * "List invoices": each invoice of the period once, asked for page by page as the caller reads on; one that a later
   * page shows with more money comes once more, and counts then. One that cannot be read is left out, as in
   * `invoices`.
   * @throws {TypeError} at once, when the period cannot be right
   * @throws {ServiceError} while reading; `invalid_response` also when the service counts more invoices than it
   * shows, so that a list which ends without an error is whole
   */
  listInvoices(period: Period): AsyncIterable<Invoice>;
  /** "Invoice statistics". @throws {TypeError} when the period cannot be right */
  statistics(period: Period): Promise<Statistics>;
  /**
   * "Balances": one entry per currency. One that cannot be read fails the call: a sum without it would be
   * wrong.
   */
  balances(): Promise<readonly Balance[]>;
  /**
   * "Create static wallet". Sent once and never repeated.
   * @throws {ServiceError} `outcome_unknown` when it may have worked
   * @throws {TypeError} when the service has no static wallets for the currency, or the customer cannot be
   * right
   */
  createStaticWallet(request: CreateStaticWalletRequest): Promise<StaticWallet>;
  /**
   * "List static wallets": as `listInvoices`, but the service gives no total here, so that the list ends
   * where the service has nothing more to show.
   */
  listStaticWallets(period: Period): AsyncIterable<StaticWallet>;
}

/**
 * The three calls that take an invoice from creation to its end: all that a checkout needs of the service.
 */
export type InvoiceCalls = Pick<ServiceClient, 'createInvoice' | 'invoices' | 'cancelInvoice'>;
