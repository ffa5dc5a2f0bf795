/**
 * What the proxy's own tokens are for, as their `typ` says it (RFC 8725, section 3.11): what says whose money it is cannot
 * be mistaken for what says a price.
 */
export const ORDER_TYPE = 'order+jwt';
export const CUSTOMER_TYPE = 'customer+jwt';

/** Tells whether a `typ` names this type, in any letter case, with or without `application/` (RFC 7515, section 4.1.9). */
export function isOfType(typ: unknown, type: string): boolean {
  return typeof typ === 'string' && typ.toLowerCase().replace(/^application\//, '') === type;
}
