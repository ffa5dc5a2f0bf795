import { LosslessNumber } from 'lossless-json';
import { isSameAddress } from '../payment/addresses/index.js';
import type { CurrencyCode } from '../payment/index.js';
import {
  compareAmounts,
  currencyOf,
  isAmount,
  isCurrencyCode,
  isZeroAmount,
  plainAmount,
  subtractAmounts,
} from '../payment/index.js';
import { createCalls } from './calls.js';
import { parseCurrency } from './currency.js';
import type { JsonFields } from './fields.js';
import { readableAmount, readableText, FieldError, isAbsent, isObject, text, timeMs } from './fields.js';
import { prefixedId } from './invoice.js';
import { type ConnectionOptions, validateKey } from './options.js';
import type { RequestLimiter } from './withdrawal-limiter.js';
import type { HttpTransport } from './transport.js';
import type { InvoiceStatus } from './types.js';

/** The body of "Create withdrawal request". */
export interface WithdrawalRequest {
  readonly currency: CurrencyCode;
  readonly address: string;
  /** Exact decimal text in the coin, with no more decimals than it has. */
  readonly amount: string;
}

/** An accepted withdrawal, not yet paid out. */
export interface Withdrawal {
  /** `INV-` and 8 characters; listed with `type` `dw`. */
  readonly id: string;
  /** Default: `created`. The service doc shows no further states; an unknown status is kept. */
  readonly status: InvoiceStatus;
  readonly currency: CurrencyCode;
  readonly address: string;
  /** Exact decimal text: the requested amount, within the precision of a float. `null` if the service reports none. */
  readonly amount: string | null;
  readonly amountUsd: string | null;
  /** What leaves the balance, in the coin; `null` if the service does not report it. */
  readonly amountToPay: string | null;
  /** Transfer fee, in the coin. */
  readonly fee: string | null;
  readonly serviceFee: string | null;
  readonly createdAtMs: number | null;
  readonly testMode: boolean;
}

/** Returns the request body. @throws {TypeError} if a value is invalid; the message states the remedy */
export function withdrawalBody({ currency, address, amount }: WithdrawalRequest): object {
  if (!isCurrencyCode(currency)) {
    throw new TypeError(
      `currency "${String(currency)}" is not a payment currency. Use a code such as "USDT_TRC20".`,
    );
  }
  if (!/^[\x21-\x7e]+$/.test(address) || address === 'None') {
    throw new TypeError(
      `address "${address}" is empty or contains a space. Use only the address of the recipient.`,
    );
  }
  return {
    currency_code: currency,
    to_address: address,
    amount: new LosslessNumber(validateAmount(amount, currency)),
  };
}

function validateAmount(amount: string, code: CurrencyCode): string {
  if (!isAmount(amount) || isZeroAmount(amount)) {
    throw new TypeError(`amount "${amount}" is not an amount above zero. Use decimal text such as "12.5".`);
  }
  const plain = plainAmount(amount);
  const { decimals } = currencyOf(code);
  if ((plain.split('.')[1] ?? '').length > decimals) {
    throw new TypeError(`amount "${amount}" has more decimals than ${code}. Use at most ${decimals}.`);
  }
  return plain;
}

/**
 * Parses "Create withdrawal request", in the form of the parameter table or of the example.
 * @throws {FieldError} if the id is missing, or the response belongs to another request. If only the amount differs, the error
 *   contains the id: the service sometimes returns a smaller amount
 */
function parseWithdrawal(value: unknown, request: WithdrawalRequest): Withdrawal {
  if (!isObject(value)) throw new FieldError('result');
  const { currency, address } = request;
  if (!isSameCurrency(value['currency'], currency)) throw new FieldError('currency');
  if (!isSameAddress(text(value, 'address') ?? address, address)) throw new FieldError('address');
  if ((text(value, 'type') ?? 'dw') !== 'dw') throw new FieldError('type');
  const id = identifier(value);
  return {
    id,
    status: readableText(value, 'status') ?? 'created',
    currency,
    address,
    amount: requestedAmount(value, id, request.amount),
    amountUsd: readableAmount(value, 'amount_usd'),
    amountToPay: readableAmount(value, 'amount_to_pay'),
    fee: readableAmount(value, 'fee'),
    serviceFee: readableAmount(value, 'service_fee'),
    createdAtMs: timeMs(value, 'created'),
    testMode: value['test_mode'] === true,
  };
}

/** Returns the reported amount, or `null` if it is missing. @throws {FieldError} if it differs from the requested amount */
function requestedAmount(fields: JsonFields, id: string, requested: string): string | null {
  const reported = readableAmount(fields, 'amount');
  const isMissing = reported === null && isAbsent(fields, 'amount');
  if (isMissing || (reported !== null && isSameWithdrawalAmount(reported, requested))) return reported;
  throw new FieldError('amount', { id, amount: reported });
}

/** Compares amounts with the precision of the service: floats with 15 digits, so a longer amount may lose its last digits. */
export function isSameWithdrawalAmount(reported: string, requested: string): boolean {
  const isLess = compareAmounts(reported, requested) < 0;
  const difference = isLess ? subtractAmounts(requested, reported) : subtractAmounts(reported, requested);
  return compareAmounts(difference, `${plainAmount(requested)}e-15`) <= 0;
}

/** Returns the id: `invoice_id` in the parameter table, `uuid` in the example. @throws {FieldError} if it is missing or ambiguous */
function identifier(fields: JsonFields): string {
  const ids = [text(fields, 'invoice_id'), text(fields, 'uuid')].filter((id) => id !== null).map(prefixedId);
  const [id, other] = ids;
  if (id === undefined || (other !== undefined && other !== id)) throw new FieldError('invoice_id');
  return id;
}

/**
 * Accepts a code, as in the parameter table, or a Currency object, as in the example. Accepts a base code such as `USDT` too,
 * unless it is the full code of another currency, such as `ETH`.
 */
function isSameCurrency(value: unknown, requested: CurrencyCode): boolean {
  const fields = isObject(value) ? value : { code: value };
  const code = parseCurrency(fields)?.code ?? readableText(fields, 'code');
  return (
    code === requested || (code !== null && !isCurrencyCode(code) && code === currencyOf(requested).symbol)
  );
}

/** Service doc, "Limits": the minimum interval between two withdrawal requests. */
const MIN_INTERVAL_MS = 12_000;

export interface WithdrawalClientOptions extends ConnectionOptions {
  /** The key for withdrawals (service doc, "Authentication"), not the API key. */
  readonly withdrawalKey: string;
  /** Limits the requests of all clients with this key. */
  readonly limiter: RequestLimiter;
}

export interface WithdrawalClient {
  /**
   * Waits until 12 s after the end of the previous request, then sends "Create withdrawal request" once. The timeouts do not
   * include this wait.
   * @throws {TypeError} before sending, if currency, address or amount is invalid
   * @throws {ServiceError} `unreachable`, `refused` or `unauthorized` if certainly nothing was withdrawn.
   *   `outcome_unknown` if the withdrawal may exist: no valid response arrived, or the response reports another request or amount.
   *   `created` then contains the id, if the service reported one for this currency and address
   */
  withdraw(request: WithdrawalRequest): Promise<Withdrawal>;
}

/** @throws {TypeError} if an option is invalid; the message names the remedy */
export function withdrawalClientOver(
  send: HttpTransport,
  options: WithdrawalClientOptions,
): WithdrawalClient {
  const key = validateKey(options.withdrawalKey, 'withdrawalKey');
  const calls = createCalls(options, { send, key, attempts: 1 });
  return {
    async withdraw(request) {
      const call = {
        operation: 'create withdrawal',
        path: '/v2/invoice/api/out/create',
        body: withdrawalBody(request),
        parse: (result: unknown) => parseWithdrawal(result, request),
      };
      return options.limiter.take(MIN_INTERVAL_MS, () =>
        calls.createOnce(
          call,
          'Search the list of invoices for a record of type dw with this currency and address, created since then,' +
            ' before you send it again. Its amount may differ.',
        ),
      );
    },
  };
}
