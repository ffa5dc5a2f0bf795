import { OptionError } from '../../service/options.js';

const REMEDY = 'Use a separate secret for each, e.g. from "openssl rand -base64 32"';

/**
 * Finds secrets that serve two purposes: anyone who knows one of them could forge what the other protects.
 * @param secrets the secrets of each purpose; duplicates within a purpose are allowed
 * @param nameOf returns the name of a secret in messages
 * @returns an error for each pair; its message contains no secret
 */
export function findReusedSecrets(
  secrets: Readonly<Record<string, readonly string[]>>,
  nameOf: (purpose: string, index: number) => string = (purpose) => purpose,
): readonly OptionError[] {
  const named = Object.entries(secrets).flatMap(([purpose, texts]) =>
    texts.map((text, index) => ({ purpose, name: nameOf(purpose, index), forms: encodingsOf(text) })),
  );
  const problems = named.flatMap((one, index) =>
    named
      .slice(index + 1)
      .filter(
        ({ purpose, forms }) => purpose !== one.purpose && forms.some((form) => one.forms.includes(form)),
      )
      .map(({ name }) => `${one.name} and ${name} are the same secret`),
  );
  return [...new Set(problems)].map((problem) => new OptionError(problem, REMEDY));
}

/** Returns equivalent forms: a webhook secret equals its base64 without the prefix, and the decoded bytes. */
function encodingsOf(secret: string): readonly string[] {
  const text = secret.trim();
  const base64 = /^whsec_(.+)$/.exec(text)?.[1];
  return base64 === undefined ? [text] : [text, base64, Buffer.from(base64, 'base64').toString()];
}
