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
const SECRET_PATTERN = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/**
 * The key in a secret: `whsec_` and base64.
 * @throws {TypeError} when it is none; the secret itself is not in the message
 */
export function webhookKey(secret: string, name: string): Uint8Array<ArrayBuffer> {
  const base64 = SECRET_PATTERN.exec(secret)?.[1];
  const remedy = 'give "whsec_" and the base64 of 24 to 64 random bytes, e.g. from "openssl rand -base64 32"';
  if (base64 === undefined) throw new TypeError(`${name} is no webhook secret: ${remedy}`);
  const key = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  if (key.length >= MIN_BYTES && key.length <= MAX_BYTES) return key;
  throw new TypeError(`${name} has ${key.length} bytes: ${remedy}`);
}

/**
 * Returns the keys of a list of secrets. A trailing comma in a variable leaves an empty entry: it is skipped, since an
 * empty key would let anybody sign.
 * @param name of the list, for errors
 * @throws {TypeError} when an entry that is not empty has no key of 24 to 64 bytes
 */
export function webhookKeys(secrets: readonly string[], name: string): readonly Uint8Array<ArrayBuffer>[] {
  return secrets.flatMap((secret, index) => {
    const text = String(secret).trim();
    return text === '' ? [] : [webhookKey(text, `${name}[${index}]`)];
  });
}
