import {
  describeDatabase,
  formatValue,
  isOrigin,
  MIN_SECRET_BYTES,
  signingKey,
  PLACEHOLDER_SECRET,
  solanaRpcUrl,
  webhookKey,
  webhookUrl,
} from '../../proxy/settings.js';
import { SANDBOX_VARIABLES } from '../../sandbox/environment.js';
import { isLoopback, OptionError, validateKey } from '../../service/options.js';
import { knownOrigins, readServeConfig, toVariableNames } from '../base/serve-config.js';
import {
  misspelledVariables,
  remedyForMissing,
  parseTestMode,
  listVariable,
  optional,
  storePath,
  testMode,
  validateServiceUrl,
} from '../base/environment.js';
import { reusedSecrets } from '../base/reused-secrets.js';
import type { Terminal } from '../base/terminal.js';
import { type VariableName, VARIABLES, VARIABLE_NAMES } from '../base/variables.js';
import {
  type Finding,
  skipped,
  ok,
  warning,
  failed,
  failedWithError,
  findingOf,
  lowercaseFirst,
} from './finding.js';
import { isPayoutsProcess } from './payouts.js';

/** Checks that every variable is set and valid. Of keys and secrets, findings contain only the length. */
export function checkVariables(terminal: Terminal): readonly Finding[] {
  const common = [
    ...misspelledVariables(terminal).map(({ name, error }) => failedWithError(name, error)),
    ...(['CRYPTO_CHECKOUT_SERVICE_URL', 'CRYPTO_CHECKOUT_API_KEY', 'CRYPTO_CHECKOUT_SHOP_ID'] as const).map(
      (name) => needed(terminal, name),
    ),
    withdrawalKey(terminal),
  ];
  if (isPayoutsProcess(terminal))
    return [
      ...common,
      ...reusedSecrets(terminal).map((error) => failedWithError('secrets', error)),
      ...payouts(terminal),
      database(terminal),
    ];
  const findings = [
    ...common,
    orderSecrets(terminal),
    ...merchantSecrets(terminal),
    webhook(terminal),
    postbackSecrets(terminal),
    solanaRpc(terminal),
    ...reusedSecrets(terminal).map((error) => failedWithError('secrets', error)),
    ...payouts(terminal),
    origins(terminal),
    clients(terminal),
    database(terminal),
    ...options(terminal),
  ];
  return [...findings, serving(terminal, findings)];
}

function needed(terminal: Terminal, name: keyof typeof VALIDATORS): Finding {
  const value = optional(terminal, name);
  if (value === undefined) return notSet(name);
  const check = () => {
    VALIDATORS[name](value);
    return ok(name, lengthOf(value));
  };
  return sandboxDefault(terminal, name) ?? findingOf(name, check);
}

function notSet(name: VariableName): Finding {
  return failed(name, 'not set', lowercaseFirst(remedyForMissing(name)));
}

const VALIDATORS = {
  CRYPTO_CHECKOUT_SERVICE_URL: validateServiceUrl,
  CRYPTO_CHECKOUT_API_KEY: (text: string) => validateKey(text, 'apiKey'),
  CRYPTO_CHECKOUT_SHOP_ID: (text: string) => {
    if (!/^\S+$/.test(text)) throw new OptionError('it contains a space', 'Copy it again from the account');
  },
} as const;

/** Returns a finding if a value is the default of the sandbox, although the service is not on this machine. */
function sandboxDefault(terminal: Terminal, name: VariableName): Finding | null {
  const sandboxName = name.replace('CRYPTO_CHECKOUT_', 'SANDBOX_');
  const value = SANDBOX_VARIABLES.find(([variable]) => variable === sandboxName)?.[1];
  const url = optional(terminal, 'CRYPTO_CHECKOUT_SERVICE_URL') ?? '';
  const isHere = !URL.canParse(url) || isLoopback(new URL(url).hostname);
  if (isHere || optional(terminal, name) !== value) return null;
  const remedy = `set it to ${VARIABLES[name].holds}, or CRYPTO_CHECKOUT_SERVICE_URL to the URL of a sandbox`;
  return failed(name, 'this is the default of the sandbox, and the service is not on this machine', remedy);
}

function lengthOf(value: string): string {
  return `set, ${value.length} characters`;
}

function withdrawalKey(terminal: Terminal): Finding {
  const name = 'CRYPTO_CHECKOUT_WITHDRAWAL_KEY';
  const key = optional(terminal, name);
  if (key === undefined) return skipped(name, 'not set: only payouts run and withdraw need it');
  if (key === optional(terminal, 'CRYPTO_CHECKOUT_API_KEY')) {
    return failed(name, 'same as the API key', `set it to ${VARIABLES[name].holds}, or unset it`);
  }
  const check = () => {
    validateKey(key, 'withdrawalKey');
    return skipped(name, `${lengthOf(key)}; no harmless request can verify it`);
  };
  return sandboxDefault(terminal, name) ?? findingOf(name, check);
}

function payouts(terminal: Terminal): readonly Finding[] {
  const [secret, one] = ['CRYPTO_CHECKOUT_PAYOUT_SECRET', 'CRYPTO_CHECKOUT_ONE_PERSON_PAYOUTS'] as const;
  const value = optional(terminal, secret);
  const remedy = 'unset it, so that a second person must approve each payout';
  return [
    ...(value === undefined
      ? []
      : [findingOf(secret, () => (signingKey(value, secret), ok(secret, lengthOf(value))))]),
    ...(optional(terminal, one) === '1' ? [warning(one, 'one person can send money alone', remedy)] : []),
  ];
}

function orderSecrets(terminal: Terminal): Finding {
  const name = 'CRYPTO_CHECKOUT_ORDER_SECRET';
  const secrets = listVariable(terminal, name);
  if (optional(terminal, name) === undefined) return notSet(name);
  if (secrets.length === 0) return skipped(name, 'contains no secret');
  return findingOf(name, () => {
    if (secrets.includes(PLACEHOLDER_SECRET)) {
      const isTest = parseTestMode(terminal);
      if (isTest === null) return skipped(name, 'the placeholder of the example, valid in test mode only');
      if (isTest) return ok(name, 'the placeholder of the example, accepted in test mode only');
      const remedy = `set it to ${VARIABLES[name].holds}: anyone who knows the secret can set prices`;
      return failed(name, 'this is the public placeholder of the example', remedy);
    }
    const lengths = secrets.map((secret, index) => signingKey(secret, `secret ${index + 1}`).length);
    return ok(name, `set, ${lengths.join(' and ')} bytes`);
  });
}

function merchantSecrets(terminal: Terminal): readonly Finding[] {
  const name = 'CRYPTO_CHECKOUT_MERCHANT_SECRET';
  const secrets = listVariable(terminal, name);
  if (secrets.length === 0) return [];
  const check = () => {
    const lengths = secrets.map((secret, index) => signingKey(secret, `secret ${index + 1}`).length);
    return ok(name, `set, ${lengths.join(' and ')} bytes`);
  };
  return [findingOf(name, check)];
}

function webhook(terminal: Terminal): Finding {
  const [url, secrets] = [optional(terminal, URL_NAME), listVariable(terminal, SECRET_NAME)];
  if (url === undefined && secrets.length === 0)
    return warning(
      'webhook',
      'not set: `crypto-checkout serve` would deliver no events',
      `set ${URL_NAME} and ${SECRET_NAME}, or run crypto-checkout checkout list; a program with onEvent needs neither`,
    );
  if (url === undefined || secrets.length === 0) {
    const missing = url === undefined ? URL_NAME : SECRET_NAME;
    return failed('webhook', `${missing} is not set`, `set it to ${VARIABLES[missing].holds}`);
  }
  return findingOf('webhook', () => {
    webhookUrl(url);
    const lengths = secrets.map((secret, index) => webhookKey(secret, `secret ${index + 1}`).length);
    return ok('webhook', `set, signed with ${lengths.join(' and ')} bytes`);
  });
}

const URL_NAME = 'CRYPTO_CHECKOUT_WEBHOOK_URL';
const SECRET_NAME = 'CRYPTO_CHECKOUT_WEBHOOK_SECRET';

/** The service issues it, so a short one is only a warning. */
function postbackSecrets(terminal: Terminal): Finding {
  const name = 'CRYPTO_CHECKOUT_POSTBACK_SECRET';
  const lengths = listVariable(terminal, name).map((secret) => new TextEncoder().encode(secret).length);
  if (lengths.length === 0) return skipped(name, 'not set: needed if the service signs its postbacks');
  const set = `set, ${lengths.join(' and ')} bytes`;
  if (lengths.every((bytes) => bytes >= MIN_SECRET_BYTES)) return ok(name, set);
  const problem = `${set}: a secret under ${MIN_SECRET_BYTES} bytes can be guessed`;
  return warning(name, problem, 'request a longer one from the service');
}

/** The finding contains only the host of the URL, because the rest may be a key. */
function solanaRpc(terminal: Terminal): Finding {
  const name = 'CRYPTO_CHECKOUT_SOLANA_RPC';
  const text = optional(terminal, name);
  if (text === undefined) return skipped(name, 'not set: wallets on Solana are not offered');
  try {
    return ok(name, `set, at ${solanaRpcUrl(text).host}`);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    return failedWithError(name, new OptionError(toVariableNames(error.problem), error.remedy));
  }
}

function origins(terminal: Terminal): Finding {
  const name: VariableName = 'CRYPTO_CHECKOUT_ORIGINS';
  const given = listVariable(terminal, name);
  if (given.length === 0)
    return findingOf(name, () => {
      const pages =
        knownOrigins(terminal).length > 0
          ? 'only the payment page is allowed'
          : "pages of the proxy's own host are allowed, over https or on this machine";
      return ok(name, `not set: ${pages}`);
    });
  const bad = given.find((origin) => !isOrigin(origin) || isModifiableInTransit(origin));
  if (bad === undefined) return ok(name, `${given.length} set`);
  const remedy =
    'use https:, or the scheme of an app, with host and port, without a path, trailing slash or wildcard, such as https://shop.example';
  return failed(name, `${formatValue(bad)} is not a valid origin of a page`, remedy);
}

/** A page on this machine may use http. */
function isModifiableInTransit(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && !isLoopback(hostname);
}

/** If rate limiting cannot tell clients apart, all payers share one limit. */
function clients(terminal: Terminal): Finding {
  const name: VariableName = 'CRYPTO_CHECKOUT_TRUSTED_PROXIES';
  const count = listVariable(terminal, name).length;
  if (count > 0) return ok('clients', `identified by the headers of trusted proxies: ${name}`);
  const advice = `behind a load balancer all payers would share one limit. List it in ${name}`;
  return skipped('clients', `identified by connection address: ${advice}`);
}

/** Replaces variables that have a finding of their own, so that no problem is reported twice. */
const PLACEHOLDERS: Partial<Record<VariableName, string>> = {
  CRYPTO_CHECKOUT_SERVICE_URL: 'https://service.invalid',
  CRYPTO_CHECKOUT_API_KEY: 'key',
  CRYPTO_CHECKOUT_SHOP_ID: 'shop',
  CRYPTO_CHECKOUT_ORDER_SECRET: 'x'.repeat(32),
  // Not empty, because a separate port for the staff requires this secret.
  CRYPTO_CHECKOUT_MERCHANT_SECRET: 'y'.repeat(32),
  CRYPTO_CHECKOUT_WEBHOOK_URL: '',
  CRYPTO_CHECKOUT_WEBHOOK_SECRET: '',
  CRYPTO_CHECKOUT_POSTBACK_SECRET: '',
  CRYPTO_CHECKOUT_ORIGINS: 'https://shop.invalid',
  CRYPTO_CHECKOUT_SOLANA_RPC: '',
  DATABASE_URL: '',
};

/** Checks every other option of the proxy that is set, each alone, so that all invalid ones are reported. */
function options(terminal: Terminal): readonly Finding[] {
  return VARIABLE_NAMES.flatMap((name) => {
    const value = optional(terminal, name);
    if (VARIABLES[name].option === undefined || name in PLACEHOLDERS || value === undefined) return [];
    const check = () => {
      readQuietly(terminal, { ...PLACEHOLDERS, [name]: value });
      return ok(name, formatValue(value));
    };
    return [findingOf(name, check)];
  });
}

/** Reports what `serve` would reject. */
function serving(terminal: Terminal, findings: readonly Finding[]): Finding {
  const names = findings.flatMap(({ check, verdict }) => (verdict === 'failed' ? [check] : []));
  const reported = Object.fromEntries(names.map((name) => [name, '']));
  const env = { ...terminal.env, ...(names.length > 0 ? { ...reported, ...PLACEHOLDERS } : {}) };
  return findingOf('serve', () => {
    const { host, port } = readQuietly(terminal, env).listenAddress;
    const mode = testMode({ ...terminal, env }) ? 'test payments are accepted' : 'real money only';
    return ok('serve', `on ${host}, port ${port}; ${mode}`);
  });
}

/** Reads the configuration of `serve` without its log output. */
function readQuietly(terminal: Terminal, env: Terminal['env']) {
  return readServeConfig({ ...terminal, env, writeError: () => undefined });
}

function database(terminal: Terminal): Finding {
  const name = 'DATABASE_URL';
  const url = optional(terminal, name);
  if (url === undefined) return skipped(name, 'not set: the store is an SQLite file');
  return findingOf(name, () => ok(name, `set, ${describeDatabase(storePath(terminal))}`));
}
