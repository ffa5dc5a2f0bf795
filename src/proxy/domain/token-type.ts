/** `typ` of the proxy's tokens (RFC 8725 §3.11), so that a customer token is never accepted as an order token. */
export const ORDER_TYPE = 'order+jwt';
export const CUSTOMER_TYPE = 'customer+jwt';

/** Whether a `typ` names this type, in any letter case, with or without `application/` (RFC 7515 §4.1.9). */
export function isOfType(typ: unknown, type: string): boolean {
  return typeof typ === 'string' && typ.toLowerCase().replace(/^application\//, '') === type;
}
