/** Logger interface of the proxy, compatible with pino. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

type Level = keyof Logger;

/** Creates a logger that writes one line of JSON per message. */
export function createLineLogger(write: (line: string) => void): Logger {
  const line = (level: Level) => (fields: object, message: string) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
  return { info: line('info'), warn: line('warn'), error: line('error') };
}

/** Returns the passwords in a URL, such as that of a database, both encoded and decoded. */
export function secretsInUrl(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const { password, searchParams } = new URL(address);
  const decoded = new URLSearchParams(`password=${password.replaceAll('+', '%2B')}`).get('password');
  return [password, decoded, searchParams.get('password')].filter((text) => text !== null);
}

/** Redacting a shorter secret would remove parts of ordinary words. */
const MIN_SECRET_LENGTH = 4;

/**
 * Redacts secrets in messages and fields: the service may quote the API key, and a library may quote a header. A logger that fails
 * loses its messages and harms nothing else: the process warns once.
 */
export function redactSecrets(logger: Logger, secrets: readonly string[]): Logger {
  const forms = encodingsOf(secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH));
  let hasFailed = false;
  const onFailure = (error: unknown): void => {
    if (hasFailed) return;
    hasFailed = true;
    const reason = redactText(error instanceof Error ? error.message : typeof error, forms);
    process.emitWarning(`the logger of crypto-checkout fails, and messages are lost: ${reason}`);
  };
  const forward = (level: Level) => (fields: object, message: string) => {
    try {
      // Some loggers return a promise.
      const logged: unknown = logger[level](redactFields(fields, forms, 0), redactText(message, forms));
      if (logged instanceof Promise) logged.catch(onFailure);
    } catch (error) {
      onFailure(error);
    }
  };
  return { info: forward('info'), warn: forward('warn'), error: forward('error') };
}

/** Returns the secrets in plain, JSON and URL encoding. Longest first, since one may be a prefix of another. */
function encodingsOf(secrets: readonly string[]): readonly string[] {
  const forms = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.replace(/\p{Cs}/gu, '\ufffd')),
  ]);
  return [...new Set(forms)].sort((one, other) => other.length - one.length);
}

/** Returns a redacted copy that can always be serialized as JSON. */
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

/** Returns name, message and stack of a thrown value, but no other fields, which may contain request data. */
export function errorFields(error: unknown): { readonly error: string; readonly stack?: string } {
  if (!(error instanceof Error)) return { error: typeof error };
  const { cause } = error;
  const because = cause instanceof Error ? ` (${cause.name}: ${cause.message})` : '';
  const fields = { error: `${error.name}: ${error.message}${because}` };
  return error.stack === undefined ? fields : { ...fields, stack: error.stack };
}
