/** What the proxy logs with; pino has this shape. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

type Level = keyof Logger;

/** One line of JSON per message. */
export function createLineLogger(write: (line: string) => void): Logger {
  const line = (level: Level) => (fields: object, message: string) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
  return { info: line('info'), warn: line('warn'), error: line('error') };
}

/** What in an address, such as that of a database, lets somebody in: as it is written there, and as it is meant. */
export function secretsInUrl(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const { password, searchParams } = new URL(address);
  const meant = new URLSearchParams(`password=${password.replaceAll('+', '%2B')}`).get('password');
  return [password, meant, searchParams.get('password')].filter((text) => text !== null);
}

/** A shorter one is part of every word. */
const MIN_SECRET_LENGTH = 4;

/**
 * A logger that cannot tell a secret, whoever put it into a text: the service may quote the key back to us, and a
 * library may quote a header.
 */
export function redactSecrets(logger: Logger, secrets: readonly string[]): Logger {
  const forms = encodingsOf(secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH));
  const forward = (level: Level) => (fields: object, message: string) =>
    logger[level](redactFields(fields, forms, 0), redactText(message, forms));
  return { info: forward('info'), warn: forward('warn'), error: forward('error') };
}

/** As they are, inside JSON and inside a link; the longest first, since one may be the beginning of another. */
function encodingsOf(secrets: readonly string[]): readonly string[] {
  const forms = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.replace(/\p{Cs}/gu, '\ufffd')),
  ]);
  return [...new Set(forms)].sort((one, other) => other.length - one.length);
}

/** A copy that JSON can always be made of. */
function redactFields(fields: object, secrets: readonly string[], depth: number): object {
  const entries: [string, unknown][] = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([key, item]) => [redactText(key, secrets), redactValue(item, secrets, depth)]),
  );
}

function redactValue(value: unknown, secrets: readonly string[], depth: number): unknown {
  if (typeof value === 'string') return redactText(value, secrets);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 4) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redactValue(item, secrets, depth + 1));
  return redactFields(value, secrets, depth + 1);
}

function redactText(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}

/** Name, message and where, of anything that was thrown; never its other fields, which may hold what was sent. */
export function errorFields(error: unknown): { readonly error: string; readonly stack?: string } {
  if (!(error instanceof Error)) return { error: typeof error };
  const { cause } = error;
  const because = cause instanceof Error ? ` (${cause.name}: ${cause.message})` : '';
  const fields = { error: `${error.name}: ${error.message}${because}` };
  return error.stack === undefined ? fields : { ...fields, stack: error.stack };
}
