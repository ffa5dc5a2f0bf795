import { createServiceClient } from '../service/index.js';
import type { ServiceClient } from '../service/index.js';
import { CommandError, EXIT } from './exit.js';
import type { Terminal } from './terminal.js';

/** What each variable holds, for the error that misses it. */
const VARIABLES = {
  CRYPTO_CHECKOUT_SERVICE_URL: 'the base address of the payment service',
  CRYPTO_CHECKOUT_API_KEY: 'the API key of the project',
  CRYPTO_CHECKOUT_SHOP_ID: 'the store identifier of the account',
  CRYPTO_CHECKOUT_WITHDRAWAL_KEY: 'the withdrawal key, from the Security section of the account',
  CRYPTO_CHECKOUT_ORDER_SECRET: 'the secret that signs order tokens, at least 32 bytes',
} as const;
export type VariableName = keyof typeof VARIABLES;

/** Keys come by the environment alone: an argument would stand in the list of processes and in the shell's history. */
export function required(terminal: Terminal, name: VariableName): string {
  const value = terminal.env[name];
  if (value) return value;
  throw new CommandError(`${name} is not set: set it to ${VARIABLES[name]}`, EXIT.usage);
}

/** The client of the account that the environment names. @throws {CommandError} when something is missing */
export function serviceClient(terminal: Terminal): ServiceClient {
  return createServiceClient({
    url: required(terminal, 'CRYPTO_CHECKOUT_SERVICE_URL'),
    apiKey: required(terminal, 'CRYPTO_CHECKOUT_API_KEY'),
    shopId: required(terminal, 'CRYPTO_CHECKOUT_SHOP_ID'),
    fetch: (input, init) => {
      const signals = [terminal.signal, ...(init?.signal ? [init.signal] : [])];
      return fetch(input, { ...init, signal: AbortSignal.any(signals) });
    },
  });
}
