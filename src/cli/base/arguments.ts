import { InvalidArgumentError } from 'commander';
import type { CurrencyCode } from '../../payment/index.js';
import {
  CURRENCY_CODES,
  currencyOf,
  isAmount,
  isCurrencyCode,
  isZeroAmount,
  plainAmount,
} from '../../payment/index.js';
import {
  CHECKOUT_STATES,
  type CheckoutsFilter,
  MAX_NOTE_LENGTH,
  MERCHANT_SCOPES,
  REFUND_SETTINGS,
  type RefundSetting,
  isDatabaseUrl,
  isPerson,
  signingKey,
} from '../../proxy/settings.js';
import type { Tolerance } from '../../proxy/index.js';
import type { MerchantScope } from '../../proxy/server.js';
import type { Period } from '../../service/node.js';
import { OptionError, validateKey, validateUrl } from '../../service/options.js';
import { escapeControlCharacters } from './output.js';
import type { Terminal } from './terminal.js';

/** A typed text or a variable has an invalid value. */
export class InvalidValue extends InvalidArgumentError {
  /** @param remedy a sentence without the period */
  constructor(readonly remedy: string) {
    super(`${remedy}.`);
  }
}

/** Parsers of command-line values and variables. Commander prefixes each message with the name of the option. */

export function text(value: string): string {
  return value;
}

/** Parses a comma-separated list, such as secrets during a rotation. */
export function list(value: string): readonly string[] {
  const parts = value.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

export function oneOrZero(value: string): boolean {
  if (value === '1' || value === '0') return value === '1';
  throw new InvalidValue('Use 1 or 0');
}

export function amount(text: string): string {
  if (isAmount(text) && !isZeroAmount(text)) return plainAmount(text);
  throw new InvalidValue('Use a number above zero with a decimal point, such as 49.90');
}

export function currencyCode(text: string): CurrencyCode {
  const code = text.toUpperCase();
  if (isCurrencyCode(code)) return code;
  if (/[;|/]/.test(code)) throw new InvalidValue('Separate codes with commas, such as BTC,USDT_TRC20');
  const withSymbol = CURRENCY_CODES.filter((known) => currencyOf(known).symbol === code);
  if (withSymbol.length > 0) throw new InvalidValue(`Name its network too: ${withSymbol.join(', ')}`);
  throw new InvalidValue(`Use one of ${CURRENCY_CODES.join(', ')}`);
}

/** Parses a code of three letters. The service decides which of them it converts. */
export function fiatCode(text: string): string {
  if (/^[A-Za-z]{3}$/.test(text)) return text.toUpperCase();
  throw new InvalidValue('Use a currency code of three letters, such as EUR');
}

/** @throws {InvalidValue} that names the code */
function currencyOfList(code: string): CurrencyCode {
  try {
    return currencyCode(code);
  } catch (error) {
    // The codes of a coin name it.
    if (!(error instanceof InvalidValue) || !error.remedy.startsWith('Use one of')) throw error;
    const remedy = `${error.remedy.slice(0, 1).toLowerCase()}${error.remedy.slice(1)}`;
    throw new InvalidValue(`Correct "${escapeControlCharacters(code)}": ${remedy}`);
  }
}

export function currencyCodes(text: string, former: readonly CurrencyCode[] = []): readonly CurrencyCode[] {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  return [
    ...former,
    ...parts.map((part) => (parts.length === 1 ? currencyCode(part) : currencyOfList(part))),
  ];
}

export function checkoutState(text: string): CheckoutsFilter['state'] {
  const known = CHECKOUT_STATES.find((state) => state === text);
  if (known) return known;
  throw new InvalidValue(`Use one of ${CHECKOUT_STATES.join(', ')}`);
}

export function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number.parseInt(text, 10);
  throw new InvalidValue('Use a whole number above zero');
}

/** Parses a port; 0 selects a free one. */
export function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidValue('Use a whole number from 0 to 65535');
}

export function personName(text: string): string {
  if (isPerson(text)) return text;
  throw new InvalidValue('Use 1 to 100 characters on one line, without surrounding spaces');
}

/** Parses a note of the staff, as the merchant API does. */
export function noteText(text: string): string {
  const note = text.trim();
  if (note !== '' && note.length <= MAX_NOTE_LENGTH) return note;
  throw new InvalidValue(`Use 1 to ${MAX_NOTE_LENGTH} characters`);
}

/** Parses scopes of a merchant session, separated by commas. */
export function merchantScopes(text: string): readonly MerchantScope[] {
  return text.split(/[\s,]+/).map((name) => {
    const scope = MERCHANT_SCOPES.find((known) => known === name);
    if (scope) return scope;
    throw new InvalidValue(`Use one or more of ${MERCHANT_SCOPES.join(', ')}`);
  });
}

/** Parses a percentage and amounts by currency, such as `1%,EUR:1.00,USD:1.10`. */
export function tolerance(text: string): Tolerance {
  const [percent, ...amounts] = text.split(',').map((part) => part.trim());
  const [, value] = /^(\d{1,3}(?:\.\d{1,6})?)%$/.exec(percent ?? '') ?? [];
  const entries = amounts.map((part) => /^([A-Z]{3}):(\d+(?:\.\d+)?)$/.exec(part)?.slice(1) ?? []);
  const atMost = Object.fromEntries(
    entries.flatMap(([currency, amount]) => (currency && amount ? [[currency, amount] as const] : [])),
  );
  if (value !== undefined && Object.keys(atMost).length === amounts.length && amounts.length > 0)
    return { percent: Number(value), atMost };
  throw new InvalidValue('Use a percentage and amounts by currency, such as 1%,EUR:1.00,USD:1.10');
}

/** Parses the limits of payouts, such as `USDT_TRC20:5000,BTC:0.2`. */
export function payoutLimits(text: string): ReadonlyMap<CurrencyCode, string> {
  const limits = text.split(',').map((part) => {
    const [code = '', limit = ''] = part.trim().split(':');
    if (!isCurrencyCode(code) || !isAmount(limit))
      throw new InvalidValue('Use amounts by currency, such as USDT_TRC20:5000,BTC:0.2');
    return [code, limit] as const;
  });
  return new Map(limits);
}

const UNIT_SECONDS = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 3600],
  ['d', 86_400],
]);

/** Parses a time such as `90s`, `30m`, `1h` or `2d`. @returns seconds */
export function duration(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,6})([smhd])$/.exec(text) ?? [];
  const seconds = UNIT_SECONDS.get(unit);
  if (seconds !== undefined) return Number(count) * seconds;
  throw new InvalidValue('Use a time such as 90s, 30m, 1h or 2d');
}

const MAX_LIFETIME_MINUTES = 30 * 24 * 60;

/** Parses the lifetime of an invoice, at most 30 days. */
export function lifetimeMinutes(text: string): number {
  const minutes = /^[1-9]\d{0,4}$/.test(text) ? Number.parseInt(text, 10) : Infinity;
  if (minutes <= MAX_LIFETIME_MINUTES) return minutes;
  throw new InvalidValue(`Use whole minutes from 1 to ${MAX_LIFETIME_MINUTES}`);
}

/** Parses `2026-11-21`, or the service's form `21.11.2026`, to the start of that day in UTC. */
export function day(text: string): Date {
  const dotted = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text);
  const iso = dotted ? `${dotted[3]}-${dotted[2]}-${dotted[1]}` : text;
  const date = /^\d{4}-\d\d-\d\d$/.test(iso) ? new Date(`${iso}T00:00:00Z`) : undefined;
  if (date && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso)) return date;
  throw new InvalidValue('Use a day such as 2026-11-21');
}

const DAY_MS = 86_400_000;
/** Default period of a list. */
const DEFAULT_DAYS = 30;

export const FROM_OPTION = [
  '--from <day>',
  `the first day, UTC (${DEFAULT_DAYS - 1} days before the last)`,
  day,
] as const;
export const TO_OPTION = ['--to <day>', 'the last day, UTC (today)', day] as const;

export interface PeriodOptions {
  readonly from?: Date;
  readonly to?: Date;
}

/** Returns the requested period. Default: the last 30 days, up to today. */
export function period({ from, to }: PeriodOptions, terminal: Terminal): Period {
  const end = to ?? new Date(terminal.nowMs());
  return { start: from ?? new Date(end.getTime() - (DEFAULT_DAYS - 1) * DAY_MS), end };
}

export function refundSetting(text: string): RefundSetting {
  const setting = REFUND_SETTINGS.find((known) => known === text);
  if (setting) return setting;
  throw new InvalidValue(`Use one of ${REFUND_SETTINGS.join(', ')}`);
}

/** Parses the lifetime of an invoice in minutes, as an option of the proxy. */
export function lifetime(text: string): { readonly minutes: number } {
  return { minutes: lifetimeMinutes(text) };
}

export function testModeSwitch(value: string): boolean {
  if (value === '1' || value === '0') return value === '1';
  throw new InvalidValue('Use 1, or 0 for real money');
}

/** Returns the normalized base URL of the service. @throws {OptionError} without secrets */
export function serviceUrl(text: string): string {
  const quoted = `"${withoutSecrets(text)}"`;
  if (!/^https?:\/\//i.test(text))
    throw new OptionError({
      option: 'url',
      problem: `is ${quoted}, without https://`,
      remedy:
        'Use the full URL, such as https://pay.example, or http://localhost:4010 for a service on this machine',
    });
  if (!URL.canParse(text))
    throw new OptionError({
      option: 'url',
      problem: `${quoted} is not a URL`,
      remedy: 'Use the base URL of the payment service, such as https://pay.example',
    });
  return validateUrl(text);
}

/** Removes the parts before an @ and after a ?, which may hold secrets. */
export function withoutSecrets(text: string): string {
  const [base = ''] = text.split(/[?#]/);
  return escapeControlCharacters(base.replace(/(^|:\/\/).*@/s, '$1').slice(0, 200));
}

export function apiKey(text: string): string {
  return validateKey(text, 'apiKey');
}

export function withdrawalKey(text: string): string {
  return validateKey(text, 'withdrawalKey');
}

/** @throws {OptionError} without the secret */
export function payoutSecret(text: string): string {
  signingKey(text, 'secret');
  return text;
}

/** @throws {OptionError} without the URL, which may hold a password */
export function databaseUrl(text: string): string {
  if (isDatabaseUrl(text)) return text;
  const remedy = 'Use a PostgreSQL URL, postgres://user:password@host:5432/name';
  throw new OptionError({ option: 'url', problem: 'is invalid', remedy });
}
