import { Command } from 'commander';
import type { CurrencyCode } from '../../payment/index.js';
import { createOrderToken, orderKey } from '../../proxy/domain/tokens.js';
import { amount, currencyCodes, fiatCode, lifetimeMinutes, wholeNumber } from '../base/arguments.js';
import { listVariable, required } from '../base/environment.js';
import type { Terminal } from '../base/terminal.js';

interface OrderOptions {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly description?: string;
  readonly email?: string;
  readonly emailRequired?: true;
  readonly offer?: readonly CurrencyCode[];
  readonly lifetime?: number;
  readonly returnUrl?: string;
  readonly failUrl?: string;
  readonly expires: number;
}

const SECRET_NAME = 'CRYPTO_CHECKOUT_ORDER_SECRET';

/** `order-token`: for trying out a page, and for seeing what one's own server should make. */
export function orderTokenCommand(terminal: Terminal): Command {
  return new Command('order-token')
    .description("sign an order, for the checkout's attribute of that name")
    .requiredOption('--id <text>', "the shop's order")
    .requiredOption('--amount <amount>', 'the price', amount)
    .requiredOption('--currency <code>', 'of the price', fiatCode)
    .option('--description <text>', 'what the payer sees beside the price')
    .option('--email <address>', "the payer's")
    .option('--email-required', 'ask the payer for it')
    .option('--offer <codes...>', 'coins to choose from, separated by commas or blanks', currencyCodes)
    .option('--lifetime <minutes>', 'how long an invoice can be paid', lifetimeMinutes)
    .option('--return-url <url>', 'where the payer goes after paying')
    .option('--fail-url <url>', 'where the payer goes otherwise')
    .option('--expires <minutes>', 'how long the token can open a checkout', wholeNumber, 24 * 60)
    .addHelpText(
      'after',
      '\nExample:\n  crypto-checkout order-token --id A-1001 --amount 49 --currency EUR --offer BTC,USDT_TRC20',
    )
    .action(async (options: OrderOptions) => {
      // The first of several secrets signs; the others are accepted while one replaces another.
      required(terminal, SECRET_NAME);
      const [secret = ''] = listVariable(terminal, SECRET_NAME);
      // Under the name that the person knows; its message tells how to make one.
      orderKey(secret, SECRET_NAME);
      const { offer, lifetime, expires, ...order } = options;
      const token = await createOrderToken(
        { ...order, offers: offer, lifetime: lifetime === undefined ? undefined : { minutes: lifetime } },
        { secret, expiresInSeconds: expires * 60, clock: terminal },
      );
      terminal.write(`${token}\n`);
    });
}
