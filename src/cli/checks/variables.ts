import { describeDatabase, formatValue, MIN_SECRET_BYTES, PLACEHOLDER_SECRET } from '../../proxy/settings.js';
import { SANDBOX_VARIABLES } from '../../sandbox/environment.js';
import { isLoopback, type OptionFault } from '../../service/options.js';
import { list } from '../base/arguments.js';
import { checkAll, faultsIn, optional, read, testMode } from '../base/environment.js';
import { readPayoutsConfig } from '../base/payouts-config.js';
import { assertSeparateSecrets, readDeskConfig } from '../base/secrets.js';
import { knownOrigins, listenAddress, readServeConfig } from '../base/serve-config.js';
import type { Terminal } from '../base/terminal.js';
import { type VariableName, VARIABLES, VARIABLE_NAMES } from '../base/variables.js';
import {
  blocked,
  failed,
  failedWithError,
  failedWithFault,
  type Finding,
  ok,
  skipped,
  warning,
} from './finding.js';
import { isPayoutsProcess } from './payouts.js';

/** Checks all variables, as `serve`, `desk` and `payouts run` do when they start. */
export function checkVariables(terminal: Terminal): readonly Finding[] {
  const failures = faultsAtStart(terminal).map(failedWithFault);
  const findings = VARIABLE_NAMES.flatMap((name) => {
    const own = failures.filter(({ check }) => check === name);
    return own.length > 0 ? own : findingsOf(terminal, name);
  });
  const others = failures.filter(({ check }) => !VARIABLE_NAMES.some((name) => name === check));
  return [
    ...others,
    ...findings,
    ...(isPayoutsProcess(terminal) ? [] : [serving(terminal, failures.length > 0)]),
  ];
}

/** Runs the checks of the commands that use these variables, without their output. */
function faultsAtStart(terminal: Terminal): readonly OptionFault[] {
  const quiet = { ...terminal, writeError: () => undefined };
  const hasStaff = optional(terminal, 'CRYPTO_CHECKOUT_MERCHANT_SECRET') !== undefined;
  const starts = isPayoutsProcess(terminal)
    ? [readPayoutsConfig]
    : [assertSeparateSecrets, readServeConfig, ...(hasStaff ? [readDeskConfig] : [])];
  return faultsIn(() =>
    checkAll([
      ...starts.map((start) => () => start(quiet)),
      ...VARIABLE_NAMES.map((name) => () => read(quiet, name)),
    ]),
  );
}

function findingsOf(terminal: Terminal, name: VariableName): readonly Finding[] {
  const text = optional(terminal, name);
  if (text !== undefined)
    return [sandboxDefault(terminal, name, text) ?? findingOfSet(terminal, name, text), ...clients(name)];
  const finding = isPayoutsProcess(terminal) ? findingOfUnsetInPayouts(name) : findingOfUnset(terminal, name);
  return finding === null ? [] : [finding];
}

/** Returns a finding about a valid value. For a key or a secret, it contains only the length. */
function findingOfSet(terminal: Terminal, name: VariableName, text: string): Finding {
  switch (name) {
    case 'CRYPTO_CHECKOUT_WITHDRAWAL_KEY':
      return text === optional(terminal, 'CRYPTO_CHECKOUT_API_KEY')
        ? failed(name, 'same as the API key', `set it to ${VARIABLES[name].holds}, or unset it`)
        : skipped(name, `${lengthOf(text)}; no harmless request can verify it`);
    case 'CRYPTO_CHECKOUT_ORDER_SECRET':
      return list(text).includes(PLACEHOLDER_SECRET)
        ? ok(name, 'the placeholder of the example, accepted in test mode only')
        : ok(name, `set, ${bytesOf(text).join(' and ')} bytes`);
    case 'CRYPTO_CHECKOUT_POSTBACK_SECRET': {
      const set = `set, ${bytesOf(text).join(' and ')} bytes`;
      if (bytesOf(text).every((bytes) => bytes >= MIN_SECRET_BYTES)) return ok(name, set);
      const problem = `${set}: a secret under ${MIN_SECRET_BYTES} bytes can be guessed`;
      // The service issues it, so a short one is only a warning.
      return warning(name, problem, 'request a longer secret from the service');
    }
    case 'CRYPTO_CHECKOUT_ORIGINS': {
      const insecure = list(text).find(isModifiableInTransit);
      if (insecure === undefined) return ok(name, `${list(text).length} set`);
      const problem = `${formatValue(insecure)} is an insecure origin: others can modify its pages`;
      return failed(name, problem, 'use https:, or the URL scheme of an app');
    }
    case 'CRYPTO_CHECKOUT_SOLANA_RPC':
      // The rest of the URL may be a key.
      return ok(name, `set, at ${new URL(text).host}`);
    case 'CRYPTO_CHECKOUT_ONE_PERSON_PAYOUTS':
      return text === '1'
        ? warning(
            name,
            'one person can send money alone',
            'unset it, so that a second person must approve each payout',
          )
        : ok(name, formatValue(text));
    case 'CRYPTO_CHECKOUT_PAYOUT_LIMITS': {
      const currencies = [...(read(terminal, name) ?? new Map()).keys()].join(', ');
      return ok(name, `set, for ${currencies}; payouts in other currencies are refused`);
    }
    case 'DATABASE_URL':
      try {
        return ok(name, `set, ${describeDatabase(text)}`);
      } catch (error) {
        return failedWithError(name, error);
      }
    default:
      return ok(name, VARIABLES[name].isSecret ? lengthOf(text) : formatValue(text));
  }
}

function lengthOf(text: string): string {
  return `set, ${text.length} characters`;
}

function bytesOf(secrets: string): readonly number[] {
  return list(secrets).map((secret) => new TextEncoder().encode(secret).length);
}

/** Returns whether others can modify the pages of an origin. On this machine, http is safe. */
function isModifiableInTransit(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && !isLoopback(hostname);
}

/** Returns a finding if a value is the default of the sandbox, although the service is not on this machine. */
function sandboxDefault(terminal: Terminal, name: VariableName, text: string): Finding | null {
  const sandboxName = name.replace('CRYPTO_CHECKOUT_', 'SANDBOX_');
  const value = SANDBOX_VARIABLES.find(([variable]) => variable === sandboxName)?.[1];
  const url = optional(terminal, 'CRYPTO_CHECKOUT_SERVICE_URL') ?? '';
  const isHere = !URL.canParse(url) || isLoopback(new URL(url).hostname);
  if (isHere || text !== value) return null;
  const remedy = `set it to ${VARIABLES[name].holds}, or CRYPTO_CHECKOUT_SERVICE_URL to the URL of a sandbox`;
  return failed(name, 'is the default of the sandbox, but the service is not on this machine', remedy);
}

/** Reports how rate limiting identifies clients. */
function clients(name: VariableName): readonly Finding[] {
  return name === 'CRYPTO_CHECKOUT_TRUSTED_PROXIES'
    ? [ok('clients', `identified by the headers of trusted proxies: ${name}`)]
    : [];
}

function findingOfUnsetInPayouts(name: VariableName): Finding | null {
  return name === 'CRYPTO_CHECKOUT_PAYOUT_LIMITS' ? ok(name, 'not set: no limits') : null;
}

function findingOfUnset(terminal: Terminal, name: VariableName): Finding | null {
  switch (name) {
    case 'CRYPTO_CHECKOUT_WITHDRAWAL_KEY':
      return skipped(name, 'not set: only payouts run and withdraw need it');
    case 'CRYPTO_CHECKOUT_ORIGINS':
      return knownOrigins(terminal).length > 0
        ? ok(name, 'not set: only the payment page is allowed')
        : ok(name, "not set: pages of the proxy's own host are allowed, over https or on this machine");
    case 'CRYPTO_CHECKOUT_WEBHOOK_URL':
      return warning(
        'webhook',
        'not set: `crypto-checkout serve` would deliver no events',
        `set ${name} and CRYPTO_CHECKOUT_WEBHOOK_SECRET, or run crypto-checkout checkout list; a program with onEvent needs neither`,
      );
    case 'CRYPTO_CHECKOUT_POSTBACK_SECRET':
      return skipped(name, 'not set: needed if the service signs its postbacks');
    case 'CRYPTO_CHECKOUT_SOLANA_RPC':
      return skipped(name, 'not set: wallets on Solana are not offered');
    case 'CRYPTO_CHECKOUT_TRUSTED_PROXIES':
      return skipped(
        'clients',
        `identified by connection address: behind a load balancer all payers would share one limit. List it in ${name}`,
      );
    case 'DATABASE_URL':
      return skipped(name, 'not set: the store is an SQLite file');
    default:
      return null;
  }
}

function serving(terminal: Terminal, isFailed: boolean): Finding {
  if (isFailed) return blocked('serve');
  const { host, port } = listenAddress(terminal);
  const mode = testMode(terminal) ? 'test payments are accepted' : 'real money only';
  return ok('serve', `on ${host}, port ${port}; ${mode}`);
}
