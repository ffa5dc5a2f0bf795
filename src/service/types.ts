/** Service doc, "States and transitions". */
export const INVOICE_STATUSES = ['created', 'paid', 'partial', 'overpaid', 'canceled'] as const;
export type KnownInvoiceStatus = (typeof INVOICE_STATUSES)[number];
/** A known status, or another text that the service returns. */
export type InvoiceStatus = KnownInvoiceStatus | (string & {});

/**
 * The result of "Create invoice". Amounts are exact decimal text, times are milliseconds UTC. The text `None`, an empty text and a
 * missing field become `null`.
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
  /** The price in `fiatCurrency`. Compare it with the order. */
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
  /** Total to pay, in the coin; `null` if the response does not contain it. */
  readonly amountToPay: string | null;
  readonly amountPaid: string | null;
  /** The value of `amountPaid` in USD, as the service states it. */
  readonly amountPaidUsd: string | null;
  /** Amount due after a partial payment: `0` if `paid` or `overpaid`. */
  readonly amountMissing: string | null;
  /** Amount credited to the balance, in the coin. */
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
  /** Fiat code. Required here, since the service doc is ambiguous. */
  readonly currency: string;
  readonly orderId?: string;
  readonly email?: string;
  readonly lifetime?: { readonly hours: number; readonly minutes: number };
  readonly availableCurrencies?: readonly string[];
  /** Fixes the payment currency. The result then contains the address and the amount. */
  readonly cryptocurrency?: string;
}

/** A range of whole days (UTC): from the day of `start` to the day of `end`, inclusive. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

export type StatisticsKey = 'all' | KnownInvoiceStatus;

/** Service doc, "Statistics result". An unreadable number is `null`. */
export interface Statistics {
  readonly count: Readonly<Record<StatisticsKey, number | null>>;
  /** Exact decimal text in USD, with a minus sign below zero. */
  readonly amountUsd: Readonly<Record<StatisticsKey, string | null>>;
}

/**
 * Service doc, "Balance entry". Amounts are exact decimal text, with a minus sign below zero. An unreadable amount is `null`. USD
 * amounts are informative.
 */
export interface Balance {
  /** `null` if it is unreadable. Without a network, `code` is the base code. */
  readonly currency: ServiceCurrency | null;
  readonly balance: string | null;
  /** At the current rate. */
  readonly balanceUsd: string | null;
  /** Amount that can be withdrawn. Withdraw nothing if it is below zero or unreadable. */
  readonly available: string | null;
  readonly availableUsd: string | null;
}

/** A permanent deposit address of one customer in one currency. */
export interface StaticWallet {
  readonly id: string;
  readonly currency: ServiceCurrency;
  readonly address: string;
  /** False if `active` or `enable` is false; `null` if both are missing. */
  readonly active: boolean | null;
  readonly createdAtMs: number | null;
  /** `identify`, which is also the `order_id` of postbacks for this wallet; `null` if the list omits it. */
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
 * @param id the id as returned; `null` if it is unreadable, too
 * @param field the name of the first invalid field
 * @param owner the order or the customer of the record; `null` if it has none, `undefined` if that is unreadable, too
 */
export type OnUnreadableRecord = (id: string | null, field: string, owner: string | null | undefined) => void;

/**
 * The calls of the payment service. Each docstring begins with the section of the service doc. The client retries read calls
 * (option `attempts`), but never a call that creates or cancels.
 */
export interface ServiceClient {
  /**
   * "Create invoice".
   * @throws {AmountError} before sending, if the amount is invalid
   * @throws {ServiceError} `outcome_unknown` if the invoice may have been created: do not repeat the call
   * @example
   * ```ts
   * const order = { amount: '49.00', currency: 'EUR', orderId: 'A-1001' };
   * const { id, address, amount } = await client.createInvoice({ ...order, cryptocurrency: 'BTC' });
   * ```
   */
  createInvoice(request: CreateInvoiceRequest): Promise<CreatedInvoice>;
  /**
   * "Invoice information". Sends one call per 100 ids. Returns the known invoices by canonical id, in the order of `ids`. If the
   * service returns an invoice twice, the state with more money counts.
   * @param ids with or without the prefix `INV-`
   * @param onUnreadable called for each requested invoice whose entry is unreadable, with the name of the first invalid field
   * @throws {ServiceError} `invalid_response` if no entry is readable, unless `onUnreadable` was called
   * @example
   * ```ts
   * const invoices = await client.invoices(['INV-ABCD1234']);
   * console.log(invoices.get('INV-ABCD1234')?.status ?? 'unknown');
   * ```
   */
  invoices(
    ids: readonly string[],
    onUnreadable?: (id: string, field: string) => void,
  ): Promise<ReadonlyMap<string, Invoice>>;
  /**
   * "Cancel invoice". Never retried: the service would refuse a retry after a success, since the invoice is no longer `created`.
   * @throws {ServiceError} `refused` if the invoice is not `created`. After `unavailable` or `invalid_response`, call `invoices` to
   *   check whether it was canceled
   */
  cancelInvoice(id: string): Promise<void>;
  /**
   * "List invoices". Fetches pages as you iterate. Yields each invoice once, and again if a later page shows it with more money.
   * Skips unreadable entries. A list that ends without an error is complete.
   * @throws {TypeError} immediately, if the period is invalid
   * @throws {ServiceError} while iterating. `invalid_response` also if the service returns fewer invoices than it counts, or if no
   *   entry of a page is readable and `onUnreadable` is not set
   * @example
   * ```ts
   * const today = new Date();
   * for await (const { id, status, orderId } of client.listInvoices({ start: today, end: today }))
   *   console.log(id, status, orderId);
   * ```
   */
  listInvoices(period: Period, onUnreadable?: OnUnreadableRecord): AsyncIterable<Invoice>;
  /**
   * "Invoice statistics". An unreadable number is `null`.
   * @throws {TypeError} if the period is invalid
   * @throws {ServiceError} `invalid_response` if no number is readable
   */
  statistics(period: Period): Promise<Statistics>;
  /**
   * "Balances", one entry per currency. An unreadable field is `null`.
   * @throws {ServiceError} `invalid_response` if no entry has a currency
   */
  balances(): Promise<readonly Balance[]>;
  /**
   * "Create static wallet".
   * @throws {TypeError} before sending, if the currency has no static wallets, or the customer is invalid
   * @throws {ServiceError} `outcome_unknown` if the wallet may have been created: do not repeat the call
   */
  createStaticWallet(request: CreateStaticWalletRequest): Promise<StaticWallet>;
  /** "List static wallets". Works like `listInvoices`. The service reports no total, so the client cannot detect a missing page. */
  listStaticWallets(period: Period, onUnreadable?: OnUnreadableRecord): AsyncIterable<StaticWallet>;
}

/** The calls that a checkout needs. */
export type InvoiceCalls = Pick<ServiceClient, 'createInvoice' | 'invoices' | 'cancelInvoice'>;
