import { toBase64Url } from '../chain/encodings.js';

const LIFETIME_SECONDS = 300;

/**
 * A JWT (RFC 7519) signed with HS256: `{id, exp}`, good for five minutes of the sandbox's time. It has no `iat`: the
 * sandbox's clock may be ahead of the clock of whoever reads it.
 */
export async function signToken(secret: string, id: string, nowMs: number): Promise<string> {
  const exp = Math.floor(nowMs / 1000) + LIFETIME_SECONDS;
  const signed = `${segment({ alg: 'HS256', typ: 'JWT' })}.${segment({ id, exp })}`;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, bytesOf(signed));
  return `${signed}.${toBase64Url(new Uint8Array(signature))}`;
}

function segment(value: object): string {
  return toBase64Url(bytesOf(JSON.stringify(value)));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
