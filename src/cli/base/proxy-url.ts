import { InvalidArgumentError } from 'commander';
import { OptionError, validateUrl } from '../../service/options.js';
import { optional } from './environment.js';
import { DEFAULT_BASE_PATH, listenAddress, merchantAddress } from './serve-config.js';
import type { Terminal } from './terminal.js';

const ANY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Returns where the staff reach the proxy that the variables describe, up to its base path. @throws {OptionError} */
export function merchantProxyUrl(terminal: Terminal): string {
  const { host, port } = merchantAddress(terminal) ?? listenAddress(terminal);
  const name = ANY_ADDRESS[host] ?? host;
  const basePath = optional(terminal, 'CRYPTO_CHECKOUT_BASE_PATH') ?? DEFAULT_BASE_PATH;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}${basePath}`;
}

/** Parses the URL of the base path of a proxy: https, or http on this machine. */
export function proxyUrl(text: string): string {
  try {
    return validateUrl(text);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new InvalidArgumentError(
      'Use https://, or http:// on this machine, with the base path, such as https://shop.example/crypto-checkout.',
    );
  }
}
