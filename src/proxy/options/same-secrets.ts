const REMEDY = 'give each a secret of its own, e.g. from "openssl rand -base64 32"';

/**
 * Finds secrets that serve two purposes: whoever may know one of them could forge what the other protects.
 * @param secrets those of each purpose, which may repeat themselves while one replaces another
 * @param nameOf how a message names one of them
 * @returns a message for each pair, with the remedy; no secret is in it
 */
export function findEqualSecrets(
  secrets: Readonly<Record<string, readonly string[]>>,
  nameOf: (purpose: string, index: number) => string = (purpose) => purpose,
): readonly string[] {
  const named = Object.entries(secrets).flatMap(([purpose, texts]) =>
    texts.map((text, index) => ({ purpose, name: nameOf(purpose, index), forms: encodingsOf(text) })),
  );
  const messages = named.flatMap((one, place) =>
    named
      .slice(place + 1)
      .filter(
        ({ purpose, forms }) => purpose !== one.purpose && forms.some((form) => one.forms.includes(form)),
      )
      .map(({ name }) => `${one.name} and ${name} are the same secret: ${REMEDY}`),
  );
  return [...new Set(messages)];
}

/** A webhook secret is a key in base64 with a prefix: the same text without it, and the same bytes, are the same secret. */
function encodingsOf(secret: string): readonly string[] {
  const text = secret.trim();
  const base64 = /^whsec_(.+)$/.exec(text)?.[1];
  return base64 === undefined ? [text] : [text, base64, Buffer.from(base64, 'base64').toString()];
}
