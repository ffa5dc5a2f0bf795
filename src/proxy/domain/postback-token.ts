import { errors, jwtVerify } from 'jose';
import { isOfType } from './jwt.js';
import { CUSTOMER_TYPE, ORDER_TYPE } from './shop-tokens.js';
import { toInvoiceId } from './postback.js';

/**
 * Returns the invoice ids in a postback's token (JWT, HS256): none if it is forged, damaged, expired, or a token of the
 * proxy itself. The service does not document `typ` or the claim with the id, so any text claim may hold it.
 */
export async function signedInvoiceIds(
  token: string,
  keys: readonly Uint8Array[],
  nowMs: number,
): Promise<ReadonlySet<string>> {
  for (const key of keys) {
    try {
      const options = { algorithms: ['HS256'], currentDate: new Date(nowMs) };
      const { payload, protectedHeader } = await jwtVerify(token, key, options);
      if (!isPostbackType(protectedHeader.typ)) return new Set();
      const texts = Object.values(payload).filter((value) => typeof value === 'string');
      return new Set(texts.flatMap(toInvoiceId));
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  return new Set();
}

function isPostbackType(typ: unknown): boolean {
  const isOurs = isOfType(typ, ORDER_TYPE) || isOfType(typ, CUSTOMER_TYPE);
  return typ === undefined || (typeof typ === 'string' && !isOurs);
}
