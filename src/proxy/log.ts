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

/** A shorter one is part of every word. */
const SHORTEST_SECRET = 4;

/**
 * A logger that cannot tell a secret, whoever put it into a text: the service may quote the key back to us, and a
 * library may quote a header.
 */
export function withoutSecrets(logger: Logger, secrets: readonly string[]): Logger {
  const long = secrets.filter(({ length }) => length >= SHORTEST_SECRET);
  const clean = (value: unknown): unknown => cleaned(value, long, 0);
  const forward = (level: Level) => (fields: object, message: string) => {
    const copy = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, clean(value)]));
    logger[level](copy, cleanedText(message, long));
  };
  return { info: forward('info'), warn: forward('warn'), error: forward('error') };
}

function cleaned(value: unknown, secrets: readonly string[], depth: number): unknown {
  if (typeof value === 'string') return cleanedText(value, secrets);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 4) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => cleaned(item, secrets, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, cleaned(item, secrets, depth + 1)]),
  );
}

function cleanedText(text: string, secrets: readonly string[]): string {
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
