/** Service doc, "States and transitions". */
export const INVOICE_STATUSES = ['created', 'paid', 'partial', 'overpaid', 'canceled'] as const;
export type KnownInvoiceStatus = (typeof INVOICE_STATUSES)[number];
/** A known status, or another one that the service returns. */
export type InvoiceStatus = KnownInvoiceStatus | (string & {});

/**
 * The result of "Create invoice". Amounts are exact decimal text and times milliseconds UTC. The text `None`, an empty text
 * and a missing field are `null`.
 */
export interface CreatedInvoice {
  /** `INV-` and 8 characters. */
  readonly id: string;
  /** `null` if it is unreadable. */
  readonly status: InvoiceStatus | null;
  readonly createdAtMs: number | null;
  readonly expiresAtMs: number | null;
  /** Only with a fixed payment currency. */
  readonly address: string | null;
  readonly currency: ServiceCurrency | null;
  readonly amount: string | null;
  readonly amountUsd: string | null;
  /** The price in `fiatCurrency`. It must equal the order. */
  readonly fiatAmount: string | null;
  readonly fiatCurrency: string | null;
  readonly fee: string | null;
  readonly serviceFee: string | null;
  /** `client`, `merchant`, or another text. */
  readonly feePaidBy: string | null;
  readonly serviceFeePaidBy: string | null;
  readonly emailRequired: boolean;
  /** The service's own payment page. */
  readonly link: string | null;
  readonly project: ServiceProject | null;
  /** `null` if it is unreadable. */
  readonly testMode: boolean | null;
  /** `up`: incoming payment, `dw`: withdrawal, or another text. Optional in the creation call. */
  readonly type: string | null;
  /** The shop's order id, as text even if the service returns a number. Optional in the creation call. */
  readonly orderId: string | null;
}

/** An entry of "Invoice information" and "List invoices". */
export interface Invoice extends CreatedInvoice {
  readonly status: InvoiceStatus;
  readonly testMode: boolean;
  readonly finishedAtMs: number | null;
  /** Total to pay, in the coin. Not present in every form. */
  readonly amountToPay: string | null;
  readonly amountPaid: string | null;
  /** Amount due after a partial payment: `0` if `paid` or `overpaid`. */
  readonly amountMissing: string | null;
  readonly received: string | null;
  readonly transactions: readonly string[];
}

/** The common form of both Currency objects of the service doc. */
export interface ServiceCurrency {
  /** The full code including the network: `USDT_TRC20`. */
  readonly code: string;
  readonly symbol: string;
  readonly name: string | null;
  readonly networkCode: string | null;
  readonly networkName: string | null;
}

/** Service doc, "Project object". */
export interface ServiceProject {
  readonly name: string | null;
  readonly success: string | null;
  readonly fail: string | null;
  readonly logo: string | null;
}

/** The body of "Create invoice". */
export interface CreateInvoiceRequest {
  /** Exact decimal text in `currency`. */
  readonly amount: string;
  /** Fiat code. Always sent, since the service doc shows it as required and as optional. */
  readonly currency: string;
  readonly orderId?: string;
  readonly email?: string;
  readonly lifetime?: { readonly hours: number; readonly minutes: number };
  readonly availableCurrencies?: readonly string[];
  /** Fixes the payment currency: the result then has address and amount. */
  readonly cryptocurrency?: string;
}

/** The UTC days of two instants, both included. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

export type StatisticsKey = 'all' | KnownInvoiceStatus;

/** Service doc, "Statistics result". `null`: the number is unreadable. */
export interface Statistics {
  readonly count: Readonly<Record<StatisticsKey, number | null>>;
  /** Exact decimal text in USD, with a minus sign below zero. */
  readonly amountUsd: Readonly<Record<StatisticsKey, string | null>>;
}

/**
 * Service doc, "Balance entry". Amounts are exact decimal text, with a minus sign below zero; `null`: unreadable. USD amounts are
 * informative.
 */
export interface Balance {
  /** Its code is the base code if the service names no network. `null`: unreadable. */
  readonly currency: ServiceCurrency | null;
  readonly balance: string | null;
  /** At the current rate. */
  readonly balanceUsd: string | null;
  /** Part that can be withdrawn: nothing, if it is below zero or unreadable. */
  readonly available: string | null;
  readonly availableUsd: string | null;
}

/** A permanent deposit address of one customer in one currency. */
export interface StaticWallet {
  readonly id: string;
  readonly currency: ServiceCurrency;
  readonly address: string;
  /** False if `active` or `enable` is false, `null` if both are missing. */
  readonly active: boolean | null;
  readonly createdAtMs: number | null;
  /** `identify`: the `order_id` of postbacks about this wallet. `null` in a list without it. */
  readonly customer: string | null;
}

/** The body of "Create static wallet". */
export interface CreateStaticWalletRequest {
  /** Any payment currency that is not on the TON network. */
  readonly currency: string;
  /** The shop's id of the customer; sent as `identify`. */
  readonly customer: string;
}

/**
 * Called for each unreadable record of a list, once per id.
 * @param id as the service writes it; `null` if it is unreadable, too
 * @param field the name of the first invalid field
 * @param owner the order or the customer of the record; `null` if it names none, `undefined` if that is unreadable, too
 */
export type OnUnreadableRecord = (id: string | null, field: string, owner: string | null | undefined) => void;

/**
 * The calls of the payment service, named after the sections of the service doc. Read calls are retried (option
 * `attempts`), calls that create or cancel are not.
 */
export interface ServiceClient {
  /**
   * "Create invoice".
   * @throws {AmountError} before sending, if the amount is invalid
   * @throws {ServiceError} `outcome_unknown` if it may have succeeded
   */
  createInvoice(request: CreateInvoiceRequest): Promise<CreatedInvoice>;
  /**
   * "Invoice information", one call per 100 ids, with or without prefix. Returns the known invoices by canonical id, in the
   * order of `ids`. If the service returns an invoice twice, the state with more money counts.
   * @param onUnreadable called for each requested invoice whose entry is unreadable, with the name of the first invalid field
   * @throws {ServiceError} `invalid_response` if no entry is readable, unless `onUnreadable` was called
   */
  invoices(
    ids: readonly string[],
    onUnreadable?: (id: string, field: string) => void,
  ): Promise<ReadonlyMap<string, Invoice>>;
  /**
   * "Cancel invoice". Not retried: only a `created` invoice can be canceled, so a retry after a success would be refused.
   * @throws {ServiceError} `refused` if the invoice is no longer `created`; after `unavailable` and `invalid_response` it
   * may have been canceled: check with `invoices`
   */
  cancelInvoice(id: string): Promise<void>;
  /**
   * "List invoices". Requests pages as the caller reads on, and yields each invoice once; again if a later page shows it
   * with more money. Skips unreadable entries.
   * @throws {TypeError} immediately, if the period is invalid
   * @throws {ServiceError} while reading; `invalid_response` also if the service counts more invoices than it returns, so
   * that a list without an error is complete, and if no entry of a page is readable, unless `onUnreadable` is set
   */
  listInvoices(period: Period, onUnreadable?: OnUnreadableRecord): AsyncIterable<Invoice>;
  /**
   * "Invoice statistics". An unreadable number is `null`, and hides no other.
   * @throws {TypeError} if the period is invalid
   * @throws {ServiceError} `invalid_response` if no number is readable
   */
  statistics(period: Period): Promise<Statistics>;
  /**
   * "Balances", one entry per currency. An unreadable field is `null`, and hides no other.
   * @throws {ServiceError} `invalid_response` if no entry names a coin
   */
  balances(): Promise<readonly Balance[]>;
  /**
   * "Create static wallet".
   * @throws {ServiceError} `outcome_unknown` if it may have succeeded
   * @throws {TypeError} if the currency has no static wallets, or the customer is invalid
   */
  createStaticWallet(request: CreateStaticWalletRequest): Promise<StaticWallet>;
  /** "List static wallets", as `listInvoices`. Without a total, the list ends when the service returns nothing more. */
  listStaticWallets(period: Period, onUnreadable?: OnUnreadableRecord): AsyncIterable<StaticWallet>;
}

/** The calls of a checkout: from the creation of an invoice to its end. */
export type InvoiceCalls = Pick<ServiceClient, 'createInvoice' | 'invoices' | 'cancelInvoice'>;
