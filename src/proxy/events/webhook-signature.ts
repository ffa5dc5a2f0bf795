/**
 * The three headers of the Standard Webhooks specification; the time in seconds since 1970, and one `v1,<base64>` per
 * secret, with a space between.
 */
export type SignatureHeaders = Readonly<
  Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
>;

/** Standard Webhooks, "Signature scheme": 24 to 64 random bytes. */
const MIN_BYTES = 24;
const MAX_BYTES = 64;
const SECRET = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/**
 * The key in a secret: `whsec_` and base64.
 * @throws {TypeError} when it is none; the secret itself is not in the message
 */
export function webhookKey(secret: string, name: string): Uint8Array<ArrayBuffer> {
  const base64 = SECRET.exec(secret)?.[1];
  const remedy = 'give "whsec_" and the base64 of 24 to 64 random bytes, e.g. from "openssl rand -base64 32"';
  if (base64 === undefined) throw new TypeError(`${name} is no webhook secret: ${remedy}`);
  const key = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  if (key.length >= MIN_BYTES && key.length <= MAX_BYTES) return key;
  throw new TypeError(`${name} has ${key.length} bytes: ${remedy}`);
}
