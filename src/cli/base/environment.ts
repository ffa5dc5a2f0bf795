import { closestName, formatValue } from '../../proxy/settings.js';
import { createServiceClient, type ServiceClient } from '../../service/node.js';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { OptionError, type OptionFault } from '../../service/options.js';
import { InvalidValue, withoutSecrets } from './arguments.js';
import type { Terminal } from './terminal.js';
import { type Values, type VariableName, variableOf, VARIABLES, VARIABLE_NAMES } from './variables.js';

/** Returns a variable; an empty one counts as not set. */
export function optional(terminal: Terminal, name: VariableName): string | undefined {
  return terminal.env[name] || undefined;
}

/**
 * Returns the value of a variable, or its default, if there is one.
 * @throws {OptionError} that names the variable and its value, unless that may be secret
 */
export function read<Name extends VariableName>(terminal: Terminal, name: Name): Values[Name] | undefined {
  const { parse, byDefault } = VARIABLES[name];
  const text = optional(terminal, name) ?? byDefault;
  try {
    return text === undefined ? undefined : parse(text);
  } catch (error) {
    if (error instanceof OptionError)
      throw new OptionError(error.faults.map((fault) => ({ ...fault, option: name })));
    if (!(error instanceof InvalidValue)) throw error;
    throw new OptionError({ option: name, problem: `is ${formatValue(text)}`, remedy: error.remedy });
  }
}

/** As `read`. Keys come from the environment only: arguments appear in the process list and in the shell's history. */
export function required<Name extends VariableName>(terminal: Terminal, name: Name): Values[Name] {
  const value = read(terminal, name);
  if (value !== undefined) return value;
  const [misspelled] = misspelledVariables(terminal);
  throw new OptionError(
    misspelled ?? { option: name, problem: 'is not set', remedy: remedyForMissing(name) },
  );
}

/**
 * Returns a fault for each variable that is set under a name close to a known one. Other names are left alone: for a
 * service called crypto-checkout, Kubernetes sets CRYPTO_CHECKOUT_SERVICE_HOST and others.
 */
function misspelledVariables(terminal: Terminal): readonly OptionFault[] {
  const known: readonly string[] = VARIABLE_NAMES;
  return Object.keys(terminal.env).flatMap((option) => {
    const isOurs = option.startsWith('CRYPTO_CHECKOUT_') && terminal.env[option];
    const meant = isOurs && !known.includes(option) ? closestName(option, known) : undefined;
    const remedy = `Did you mean ${meant}? Rename it, or unset it`;
    return meant === undefined ? [] : [{ option, problem: 'is not a known variable', remedy }];
  });
}

/** @throws {OptionError} */
export function assertKnownVariables(terminal: Terminal): void {
  const faults = misspelledVariables(terminal);
  if (faults.length > 0) throw new OptionError(faults);
}

/**
 * Runs all checks of a configuration. Of faults about the same variable, it keeps those of the first check: the others may follow from
 * them.
 * @throws {OptionError} with all faults
 */
export function checkAll(checks: readonly (() => unknown)[]): void {
  const variablesOf = ({ option, other }: OptionFault) =>
    [option, other ?? option].map((path) => variableOf(path).variable);
  const faults = checks.reduce<readonly OptionFault[]>((known, check) => {
    const reported = known.flatMap(variablesOf);
    const isNew = (fault: OptionFault) => !variablesOf(fault).some((name) => reported.includes(name));
    return [...known, ...faultsIn(check).filter(isNew)];
  }, []);
  if (faults.length > 0) throw new OptionError(faults);
}

/** Returns the faults that `check` throws. */
export function faultsIn(check: () => unknown): readonly OptionFault[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof OptionError) return error.faults;
    throw error;
  }
}

export function remedyForMissing(name: VariableName): string {
  // An error about a missing variable must not name a default.
  const remedy = `Set it to ${VARIABLES[name].holds.replace(/; default: .*$/, '')}`;
  return isInUnreadFile(name) ? `${remedy}. ${UNREAD_FILE}` : remedy;
}

/** Returns whether a file .env that was not loaded would set the variable. */
function isInUnreadFile(name: VariableName): boolean {
  try {
    return parseEnv(readFileSync('.env', 'utf8'))[name] !== undefined;
  } catch {
    return false;
  }
}

const UNREAD_FILE =
  'The file .env here sets it, but is not loaded automatically: use --env-file .env, or run "set -a; . ./.env; set +a"';

export function testMode(terminal: Terminal): boolean {
  return required(terminal, 'CRYPTO_CHECKOUT_TEST_MODE');
}

/** Returns the store's URL or path, unless an option names it. A database takes precedence over the file. */
export function storePath(terminal: Terminal): string {
  return read(terminal, 'DATABASE_URL') ?? required(terminal, 'CRYPTO_CHECKOUT_STORE');
}

/** Creates the client for the account in the environment. @throws {OptionError} if a variable is missing */
export function serviceClient(terminal: Terminal, send: typeof fetch = fetch): ServiceClient {
  return createServiceClient({
    url: required(terminal, 'CRYPTO_CHECKOUT_SERVICE_URL'),
    apiKey: required(terminal, 'CRYPTO_CHECKOUT_API_KEY'),
    shopId: required(terminal, 'CRYPTO_CHECKOUT_SHOP_ID'),
    signal: terminal.signal,
    fetch: send,
  });
}

/** Returns whether the variables for reading the account are set. */
export function hasAccount(terminal: Terminal): boolean {
  return (['CRYPTO_CHECKOUT_API_KEY', 'CRYPTO_CHECKOUT_SHOP_ID'] as const).every(
    (name) => optional(terminal, name) !== undefined,
  );
}

/** Returns the configured service URL for messages, or `null`. */
export function redactedServiceUrl(env: Terminal['env']): string | null {
  const text = env['CRYPTO_CHECKOUT_SERVICE_URL'];
  return text ? withoutSecrets(text) : null;
}
