import { SANDBOX_VARIABLES } from '../../sandbox/environment.js';
import { isLoopback } from '../../service/options.js';
import type { VariableName } from '../settings.js';
import { optional } from '../settings.js';
import type { Terminal } from '../terminal.js';

const USUAL_OF_SANDBOX: Partial<Record<VariableName, (typeof SANDBOX_VARIABLES)[number][0]>> = {
  CRYPTO_CHECKOUT_API_KEY: 'SANDBOX_API_KEY',
  CRYPTO_CHECKOUT_SHOP_ID: 'SANDBOX_SHOP_ID',
  CRYPTO_CHECKOUT_WITHDRAWAL_KEY: 'SANDBOX_WITHDRAWAL_KEY',
};

/** Is it what a sandbox takes unless told otherwise, although the service is no sandbox on this machine? */
export function isForTrying(terminal: Terminal, name: VariableName): boolean {
  const usual = SANDBOX_VARIABLES.find(([variable]) => variable === USUAL_OF_SANDBOX[name])?.[1];
  if (usual === undefined || optional(terminal, name) !== usual) return false;
  const url = optional(terminal, 'CRYPTO_CHECKOUT_SERVICE_URL') ?? '';
  return URL.canParse(url) && !isLoopback(new URL(url).hostname);
}
