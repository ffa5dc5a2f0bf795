import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { CommandError, EXIT } from './exit.js';
import { escapeControlCharacters } from './output.js';

/**
 * Adds the variables of a file to `env`, like Node's `--env-file`: a variable that is set already wins, unless it is
 * empty.
 * @throws {CommandError} if the file cannot be read
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
    const words = `--env-file "${escapeControlCharacters(path)}" cannot be read (${code}). Use the path of a file with one line`;
    throw new CommandError(`${words} per variable, such as CRYPTO_CHECKOUT_API_KEY=….`, EXIT.usage);
  }
}
