import type { OptionFault } from '../../service/options.js';

const REMEDY = 'Use a separate secret for each, e.g. from "openssl rand -base64 32"';

/**
 * Finds secrets that serve two purposes: anyone who knows the secret for one could forge the tokens of the other.
 * @param secrets the secrets of each purpose; duplicates within a purpose are allowed
 * @param nameOf returns the name of a secret in messages
 * @returns a fault for each pair, without a secret
 */
export function findReusedSecrets(
  secrets: Readonly<Record<string, readonly string[]>>,
  nameOf: (purpose: string, index: number) => string = (purpose) => purpose,
): readonly OptionFault[] {
  const named = Object.entries(secrets).flatMap(([purpose, texts]) =>
    texts.map((text, index) => ({ purpose, name: nameOf(purpose, index), forms: encodingsOf(text) })),
  );
  const faults = named.flatMap((one, index) =>
    named
      .slice(index + 1)
      .filter(
        ({ purpose, forms }) => purpose !== one.purpose && forms.some((form) => one.forms.includes(form)),
      )
      .map(({ name }) => ({
        option: one.name,
        other: name,
        problem: 'are the same secret',
        remedy: REMEDY,
      })),
  );
  return [...new Map(faults.map((fault) => [`${fault.option} ${fault.other}`, fault])).values()];
}

/** Returns equivalent forms: a webhook secret equals its base64 text without the prefix, and the decoded bytes. */
function encodingsOf(secret: string): readonly string[] {
  const text = secret.trim();
  const base64 = /^whsec_(.+)$/.exec(text)?.[1];
  return base64 === undefined ? [text] : [text, base64, Buffer.from(base64, 'base64').toString()];
}
