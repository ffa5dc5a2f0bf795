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
import type { Period } from '../../service/node.js';
import type { Terminal } from './terminal.js';

/** Parsers of what stands on the command line; commander puts the name of the option before each message. */

export function amount(text: string): string {
  if (isAmount(text) && !isZeroAmount(text)) return plainAmount(text);
  throw new InvalidArgumentError('Give a number above zero with a point, such as 49.90.');
}

export function currencyCode(text: string): CurrencyCode {
  const code = text.toUpperCase();
  if (isCurrencyCode(code)) return code;
  const withSymbol = CURRENCY_CODES.filter((known) => currencyOf(known).symbol === code);
  if (withSymbol.length > 0)
    throw new InvalidArgumentError(`Name its network too: ${withSymbol.join(', ')}.`);
  throw new InvalidArgumentError(`Give one of ${CURRENCY_CODES.join(', ')}.`);
}

/** A three-letter code; which of them the service converts, it says itself. */
export function fiatCode(text: string): string {
  if (/^[A-Za-z]{3}$/.test(text)) return text.toUpperCase();
  throw new InvalidArgumentError('Give a currency code of three letters, such as EUR.');
}

export function currencyCodes(text: string, former: readonly CurrencyCode[] = []): readonly CurrencyCode[] {
  return [
    ...former,
    ...text
      .split(/[\s,]+/)
      .filter((part) => part !== '')
      .map(currencyCode),
  ];
}

export function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number.parseInt(text, 10);
  throw new InvalidArgumentError('Give a whole number above zero.');
}

const MAX_LIFETIME_MINUTES = 30 * 24 * 60;

/** How long an invoice can be paid: a month at most. */
export function lifetimeMinutes(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text) && Number.parseInt(text, 10) <= MAX_LIFETIME_MINUTES)
    return Number.parseInt(text, 10);
  throw new InvalidArgumentError(`Give whole minutes from 1 to ${MAX_LIFETIME_MINUTES}.`);
}

/** `2026-11-21`, or the service's own `21.11.2026`: the start of that day in UTC. */
export function day(text: string): Date {
  const dotted = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text);
  const iso = dotted ? `${dotted[3]}-${dotted[2]}-${dotted[1]}` : text;
  const date = /^\d{4}-\d\d-\d\d$/.test(iso) ? new Date(`${iso}T00:00:00Z`) : undefined;
  if (date && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso)) return date;
  throw new InvalidArgumentError('Give a day such as 2026-11-21.');
}

const DAY_MS = 86_400_000;
/** What a list shows unless it is told otherwise. */
export const DEFAULT_DAYS = 30;

export interface PeriodOptions {
  readonly from?: Date;
  readonly to?: Date;
}

/** The days asked for: up to today, and the last 30 days, unless set. */
export function period({ from, to }: PeriodOptions, terminal: Terminal): Period {
  const end = to ?? new Date(terminal.nowMs());
  return { start: from ?? new Date(end.getTime() - (DEFAULT_DAYS - 1) * DAY_MS), end };
}
