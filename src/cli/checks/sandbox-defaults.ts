import { SANDBOX_VARIABLES } from '../../sandbox/environment.js';
import { isLoopback } from '../../service/options.js';
import type { VariableName } from '../base/environment.js';
import { optional } from '../base/environment.js';
import type { Terminal } from '../base/terminal.js';

const SANDBOX_VARIABLE_OF: Partial<Record<VariableName, (typeof SANDBOX_VARIABLES)[number][0]>> = {
  CRYPTO_CHECKOUT_API_KEY: 'SANDBOX_API_KEY',
  CRYPTO_CHECKOUT_SHOP_ID: 'SANDBOX_SHOP_ID',
  CRYPTO_CHECKOUT_WITHDRAWAL_KEY: 'SANDBOX_WITHDRAWAL_KEY',
};

/** Tells whether a value is the default of the sandbox, although the service is not on this machine. */
export function isSandboxDefault(terminal: Terminal, name: VariableName): boolean {
  const sandboxDefault = SANDBOX_VARIABLES.find(([variable]) => variable === SANDBOX_VARIABLE_OF[name])?.[1];
  if (sandboxDefault === undefined || optional(terminal, name) !== sandboxDefault) return false;
  const url = optional(terminal, 'CRYPTO_CHECKOUT_SERVICE_URL') ?? '';
  return URL.canParse(url) && !isLoopback(new URL(url).hostname);
}
