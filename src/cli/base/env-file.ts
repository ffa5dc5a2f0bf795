import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { CommandError, EXIT } from './exit.js';
import { escapeControlCharacters } from './output.js';

/**
 * Adds what stands in a file to `env`, as Node's own `--env-file` does: what is set already wins, but for an empty
 * variable, which counts as one that is not set.
 * @throws {CommandError} when it cannot be read
 */
export function loadEnvFile(env: Record<string, string | undefined>, path: string | undefined): void {
  if (path === undefined) return;
  for (const [name, value] of Object.entries(parseEnv(readFile(path)))) env[name] ||= value;
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const words = `--env-file "${escapeControlCharacters(path)}" cannot be read (${code}): give the path of a file with a line`;
    throw new CommandError(`${words} per variable, such as CRYPTO_CHECKOUT_API_KEY=…`, EXIT.usage);
  }
}
