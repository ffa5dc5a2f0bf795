import { errors, jwtVerify } from 'jose';
import { toInvoiceId } from './postback.js';

/**
 * The invoice ids in a token that one of the secrets has signed (JWT, HS256); none when it is forged, damaged
 * or too old. Which claim holds the id is not documented: any may.
 */
export async function signedInvoiceIds(
  token: string,
  keys: readonly Uint8Array[],
  nowMs: number,
): Promise<ReadonlySet<string>> {
  for (const key of keys) {
    try {
      const options = { algorithms: ['HS256'], currentDate: new Date(nowMs) };
      const { payload } = await jwtVerify(token, key, options);
      const texts = Object.values(payload).filter((value) => typeof value === 'string');
      return new Set(texts.flatMap(toInvoiceId));
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  return new Set();
}
