import { OptionError } from '../../service/options.js';

/**
 * The headers of the Standard Webhooks specification. The timestamp is in seconds since 1970; the signature is one
 * `v1,<base64>` per secret, separated by spaces.
 */
export type SignatureHeaders = Readonly<
  Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
>;

/** Standard Webhooks, "Signature scheme": 24 to 64 random bytes. */
const MIN_BYTES = 24;
const MAX_BYTES = 64;
/** Limits the work that an attacker can cause. The proxy sends one signature per secret. */
const MAX_SIGNATURES = 20;
const SECRET_PATTERN = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/**
 * Returns the key of a secret: `whsec_` and base64.
 * @throws {TypeError} if the secret is invalid; the message does not contain it
 */
export function webhookKey(secret: string, option: string): Uint8Array<ArrayBuffer> {
  const base64 = SECRET_PATTERN.exec(secret)?.[1];
  const remedy = 'Use "whsec_" and the base64 of 24 to 64 random bytes, e.g. from "openssl rand -base64 32"';
  if (base64 === undefined) throw new OptionError({ option, problem: 'is not a webhook secret', remedy });
  const key = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  if (key.length >= MIN_BYTES && key.length <= MAX_BYTES) return key;
  throw new OptionError({
    option,
    problem: `has ${key.length} ${key.length === 1 ? 'byte' : 'bytes'}`,
    remedy,
  });
}

/**
 * Returns the keys of a list of secrets. Skips empty entries, such as after a trailing comma in a variable: anyone could sign with an
 * empty key.
 * @param name name of the list in errors
 * @throws {TypeError} if a non-empty entry is invalid
 */
export function webhookKeys(secrets: readonly string[], name: string): readonly Uint8Array<ArrayBuffer>[] {
  return secrets.flatMap((secret, index) => {
    const text = String(secret).trim();
    return text === '' ? [] : [webhookKey(text, `${name}[${index}]`)];
  });
}

/** Signs with one secret. Declared here because the public types must not need another package. */
interface Signer {
  sign(id: string, timestamp: Date, payload: string): string;
}

/** Signs with all secrets: the receiver accepts any of them. */
export function signatureHeaders(id: string, payload: string, signers: readonly Signer[]): SignatureHeaders {
  const sentAt = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': signers.map((signer) => signer.sign(id, sentAt, payload)).join(' '),
  };
}

/** Concatenates the parts. @param length total length */
export function concatenated(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let start = 0;
  for (const part of parts) {
    whole.set(part, start);
    start += part.length;
  }
  return whole;
}

/** Returns the signed bytes: id, time and body (Standard Webhooks, "Signature scheme"). */
export function signedContent(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = new TextEncoder().encode(`${id}.${timestamp}.`);
  return concatenated([start, body], start.length + body.length);
}

/** Imports a key. Infers the return type, since a shop's server may lack the DOM type `CryptoKey`. */
export function hmacKey(
  key: Uint8Array<ArrayBuffer>,
  use: 'sign' | 'verify',
): ReturnType<typeof crypto.subtle.importKey> {
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
}

/** Returns the `v1` signatures of the header `webhook-signature`. */
export function signaturesOf(header: string): readonly Uint8Array<ArrayBuffer>[] {
  return header.split(' ').slice(0, MAX_SIGNATURES).flatMap(bytesOfSignature);
}

/** Returns whether a signature is valid for one of the keys. `crypto.subtle.verify` compares in constant time. */
export async function isSignedWithOne(
  keys: readonly Uint8Array<ArrayBuffer>[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const key of keys) {
    const verifier = await hmacKey(key, 'verify');
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', verifier, signature, content)) return true;
    }
  }
  return false;
}

/** Returns the bytes of a `v1` signature; none for other versions, as the specification requires. */
function bytesOfSignature(text: string): readonly Uint8Array<ArrayBuffer>[] {
  const base64 = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(text)?.[1];
  if (base64 === undefined) return [];
  return [Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))];
}
