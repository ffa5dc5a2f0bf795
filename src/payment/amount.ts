// Exact decimal amounts, never a float. An amount is text such as `"0.00012345"`: digits, at most one point, no sign, no
// exponent, no trailing zeros. The decimals of a coin: `tables/currencies.ts`; of a price: `fiat.ts`.

const MESSAGES = {
  not_a_number: 'is not a plain decimal number. Use digits and a point, such as 49.90.',
  comma: 'contains a comma, which is ambiguous. Use a point before the decimals and no other separator.',
  negative: 'has a sign. Use a number above zero.',
  not_positive: 'is not above zero. Use a number above zero.',
  too_long: 'has too many digits. Use at most 36 before the point and 100 after it.',
  too_many_decimals: 'has more decimals than the coin. Round it up with exactAmount.',
  negative_result: 'is below zero. Subtract at most the first amount.',
} as const;

/** `not_positive`: zero where money is due; `negative`: a minus sign; `negative_result`: a difference below zero. */
export type AmountErrorCode = keyof typeof MESSAGES;

/** Text that is not an amount, or an amount that cannot be paid. */
export class AmountError extends Error {
  override readonly name = 'AmountError';
  constructor(
    readonly code: AmountErrorCode,
    readonly text: string,
  ) {
    super(`amount "${text.slice(0, 60)}" ${MESSAGES[code]}`);
  }
}

/** The value `digits / 10^scale`; `scale` is never negative. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** The number grammar of JSON (RFC 8259 §6) without the minus sign. */
const NUMBER = /^(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;
/** More than any of the 40 currencies needs. Untrusted text such as `1e9999` must not cost memory. */
const MAX_INTEGER_DIGITS = 36;
const MAX_SCALE = 100;
const MAX_TEXT = 200;

function faultOf(text: string): AmountErrorCode {
  if (text.includes(',')) return 'comma';
  if (/^-[\d.]/.test(text)) return 'negative';
  return text.length > MAX_TEXT && /^[\d.]+$/.test(text) ? 'too_long' : 'not_a_number';
}

function parse(text: string): Decimal {
  // A caller without types may pass a number, which is not exact.
  if (typeof text !== 'string')
    throw new TypeError(`amount ${String(text)} is not a string. Pass exact decimal text, such as "49.00".`);
  const match = text.length <= MAX_TEXT ? NUMBER.exec(text) : null;
  if (!match) throw new AmountError(faultOf(text), text);
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole + fraction);
  if (digits === 0n) return { digits, scale: 0 };
  const scale = fraction.length - Number.parseInt(exponent, 10);
  if (scale > MAX_SCALE || String(digits).length - scale > MAX_INTEGER_DIGITS)
    throw new AmountError('too_long', text);
  return reduce(scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale });
}

function reduce({ digits, scale }: Decimal): Decimal {
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n;
    scale -= 1;
  }
  return { digits, scale };
}

function toText({ digits, scale }: Decimal): string {
  if (scale === 0) return String(digits);
  const padded = String(digits).padStart(scale + 1, '0');
  return `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

function align(a: Decimal, b: Decimal): { a: bigint; b: bigint; scale: number } {
  const scale = Math.max(a.scale, b.scale);
  return {
    a: a.digits * 10n ** BigInt(scale - a.scale),
    b: b.digits * 10n ** BigInt(scale - b.scale),
    scale,
  };
}

/**
 * Returns the same value as plain digits: `"1.20e-7"` → `"0.00000012"`, `"1.50"` → `"1.5"`.
 * @throws {AmountError} if `text` is not a JSON number without a minus sign
 */
export function plainAmount(text: string): string {
  return toText(parse(text));
}

/** Returns whether `plainAmount` accepts the text. */
export function isAmount(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Compares as for `Array.sort`. @throws {AmountError} */
export function compareAmounts(left: string, right: string): -1 | 0 | 1 {
  const { a, b } = align(parse(left), parse(right));
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function isZeroAmount(text: string): boolean {
  return parse(text).digits === 0n;
}

/** @throws {AmountError} */
export function addAmounts(left: string, right: string): string {
  const { a, b, scale } = align(parse(left), parse(right));
  return toText(reduce({ digits: a + b, scale }));
}

/** Returns `left − right`. @throws {AmountError} `negative_result` if `right` is greater */
export function subtractAmounts(left: string, right: string): string {
  const { a, b, scale } = align(parse(left), parse(right));
  if (b > a) throw new AmountError('negative_result', `${left} - ${right}`);
  return toText(reduce({ digits: a - b, scale }));
}

/**
 * Returns `amount × by ÷ over`, rounded down to `decimals`.
 * @throws {AmountError} `not_positive` if `over` is zero
 */
export function scaleAmount(
  amount: string,
  { by, over, decimals }: { readonly by: string; readonly over: string; readonly decimals: number },
): string {
  const value = parse(amount);
  const { a: factor, b: divisor } = align(parse(by), parse(over));
  if (divisor === 0n) throw new AmountError('not_positive', over);
  const digits = (value.digits * factor * 10n ** BigInt(decimals)) / (divisor * 10n ** BigInt(value.scale));
  return toText(reduce({ digits, scale: decimals }));
}

export interface ExactAmount {
  /** Decimal text to display, copy and encode. */
  readonly amount: string;
  /** Integer in the coin's smallest unit. */
  readonly baseUnits: string;
  /** `noise`: digits of a binary float were dropped; `ceil`: rounded up. Absent if the text was exact. */
  readonly adjusted?: 'noise' | 'ceil';
}

/**
 * Returns an amount that a wallet can send, never below the amount due. A value with more decimals than the coin counts as
 * float noise if 15 significant digits are equal within two steps of a double and fit the coin (`0.30000000000000004` →
 * `0.3`). Otherwise it is rounded up.
 * @throws {AmountError} if the text is not a positive number
 */
export function exactAmount(text: string, decimals: number): ExactAmount {
  const value = parse(text);
  if (value.digits === 0n) throw new AmountError('not_positive', text);
  if (value.scale <= decimals) return atScale(value, decimals);
  const denoised = withoutNoise(value, value);
  if (denoised && denoised.scale <= decimals) return { ...atScale(denoised, decimals), adjusted: 'noise' };
  const step = 10n ** BigInt(value.scale - decimals);
  const rounded = reduce({ digits: (value.digits + step - 1n) / step, scale: decimals });
  return { ...atScale(rounded, decimals), adjusted: 'ceil' };
}

/**
 * Returns the amount due of `amount` after `paid`, with the decimals of the coin; `"0"` if nothing is due. A service that
 * subtracts in floats leaves noise of the size of the larger operand: 100.4 − 98 is `2.4000000000000057`. If such noise
 * explains the distance of `missing` from the exact difference, the difference is due. Otherwise `missing` is due, without
 * float noise of the larger operand and rounded up.
 * @param missing the amount due according to the service
 * @throws {AmountError} if a text is not a number, or is negative
 */
export function exactDue(
  missing: string,
  decimals: number,
  { amount, paid }: { readonly amount: string; readonly paid: string },
): string {
  const isLess = compareAmounts(amount, paid) < 0;
  const larger = parse(isLess ? paid : amount);
  const rest = isLess ? '0' : subtractAmounts(amount, paid);
  const due = isWithinNoise(missing, rest, larger) ? rest : lessNoise(missing, larger);
  return isZeroAmount(due) ? '0' : exactAmount(due, decimals).amount;
}

/** Returns whether the difference is below the 15th digit of the larger operand. */
function isWithinNoise(left: string, right: string, larger: Decimal): boolean {
  const { a, b, scale } = align(parse(left), parse(right));
  const difference = { digits: (a > b ? a - b : b - a) * 10n ** 15n, scale };
  const compared = align(difference, larger);
  return compared.a <= compared.b;
}

function lessNoise(missing: string, larger: Decimal): string {
  const clean = withoutNoise(parse(missing), larger);
  return clean && clean.digits > 0n ? toText(clean) : missing;
}

function atScale(value: Decimal, decimals: number): ExactAmount {
  return { amount: toText(value), baseUnits: String(value.digits * 10n ** BigInt(decimals - value.scale)) };
}

/** Rounds to the 15th significant digit of `larger`, if that changes at most 4.5e-16 of `larger`: two steps of a double. */
function withoutNoise(value: Decimal, larger: Decimal): Decimal | undefined {
  const { a, b, scale } = align(value, larger);
  const surplusDigits = String(b).length - 15;
  if (surplusDigits < 1) return undefined;
  const step = 10n ** BigInt(surplusDigits);
  const rounded = ((a + step / 2n) / step) * step;
  const moved = rounded > a ? rounded - a : a - rounded;
  if (moved * 10n ** 17n > b * 45n) return undefined;
  return reduce({ digits: rounded, scale });
}

/** Splits an amount for display: `1234567.891234` → `['1', '234', '567', '.891', '234']`. Joined, it is the amount. */
export function groupDigits(amount: string): readonly string[] {
  const [whole = '', fraction] = amount.split('.');
  const first = whole.length % 3;
  const groups = [whole.slice(0, first), ...(whole.slice(first).match(/.{3}/g) ?? [])].filter(
    (part) => part !== '',
  );
  if (fraction === undefined) return groups;
  return [...groups, ...(`.${fraction}`.match(/\.?.{1,3}/g) ?? [])];
}
