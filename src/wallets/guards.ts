// Treats everything that a wallet puts into the page as hostile: getters may throw, arrays may never end, promises may settle twice.

/** Maximum number of items that are read from a wallet's list. */
const MAX_ITEMS = 64;

export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** Returns a property, or `undefined` if there is none or it throws. */
export function read(from: unknown, key: string): unknown {
  try {
    return isObject(from) ? Reflect.get(from, key) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the items of a list, each read once; none if it is not a list. */
export function itemsOf(list: unknown): readonly unknown[] {
  const length = read(list, 'length');
  if (typeof length !== 'number' || !(length > 0)) return [];
  return Array.from({ length: Math.min(length, MAX_ITEMS) }, (_, index) => read(list, String(index)));
}

/** Returns the text if it matches the form, otherwise `null`. */
export function textOf(value: unknown, form: RegExp): string | null {
  return typeof value === 'string' && form.test(value) ? value : null;
}

const INTEGER = /^(?:0x[\da-f]{1,64}|\d{1,78})$/i;

/** Returns an integer, which wallets return as a number, or as decimal or hexadecimal text; `null` if it is none. */
export function integerOf(value: unknown): bigint | null {
  const text = textOf(Number.isSafeInteger(value) ? String(value) : value, INTEGER);
  return text === null ? null : BigInt(text);
}

/** Returns the code of an error of JSON-RPC or EIP-1193; `null` if it has none. */
export function codeOf(error: unknown): number | null {
  const code = read(error, 'code');
  const number = typeof code === 'string' ? Number(code) : code;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

/** EIP-1193: the provider does not know the method. */
const UNKNOWN_METHOD = 4200;
/** EIP-1193: the payer refused. */
export const REFUSED = 4001;

/** Calls a method. Rejects with what it throws. Settles exactly once, whatever it returns. */
export function call(on: unknown, method: string, args: readonly unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const callee = read(on, method);
    if (typeof callee === 'function') resolve(Reflect.apply(callee, on, args));
    else reject({ code: UNKNOWN_METHOD });
  });
}
