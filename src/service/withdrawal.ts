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
import type { RequestLimiter } from './request-limiter.js';
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
  /** Exact decimal text: the requested amount, except for the precision of a float. `null`: the service reports none. */
  readonly amount: string | null;
  readonly amountUsd: string | null;
  /** Transfer fee, in the coin. */
  readonly fee: string | null;
  readonly serviceFee: string | null;
  readonly createdAtMs: number | null;
  readonly testMode: boolean;
}

/** Returns the body of the call. @throws {TypeError} that names the value and the remedy */
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
 * @throws {FieldError} if the id is missing, or the response belongs to another request; with the id, if only the amount differs: the
 *   service has been seen to return a smaller one
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
    fee: readableAmount(value, 'fee'),
    serviceFee: readableAmount(value, 'service_fee'),
    createdAtMs: timeMs(value, 'created'),
    testMode: value['test_mode'] === true,
  };
}

/** Returns the amount as the service reports it, or `null` without one. @throws {FieldError} if it is another amount */
function requestedAmount(fields: JsonFields, id: string, requested: string): string | null {
  const reported = readableAmount(fields, 'amount');
  const isMissing = reported === null && isAbsent(fields, 'amount');
  if (isMissing || (reported !== null && isSameWithdrawalAmount(reported, requested))) return reported;
  throw new FieldError('amount', { id, amount: reported });
}

/** Compares amounts as the service does: its amounts are floats with 15 digits, so a longer amount may lose its last digits. */
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
 * Accepts a code, as in the parameter table, or a Currency object, as in the example. A base code such as `USDT` matches
 * too, unless it is the full code of another currency, such as `ETH`.
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
   * Waits until 12 s after the end of the previous request, then sends "Create withdrawal request" once. The deadline does
   * not include the wait.
   * @throws {TypeError} before sending, if currency, address or amount is invalid
   * @throws {ServiceError} certainly nothing was withdrawn only after `unreachable`, `refused` and `unauthorized`;
   * `outcome_unknown` also if the response belongs to another request, reports another amount, or is an error that names a
   * withdrawal. The id of a withdrawal with this currency and address is then in `created`
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
          'Look in the list of invoices for one of type dw with this currency and address, created since then,' +
            ' before you send it again. Its amount may differ.',
        ),
      );
    },
  };
}
