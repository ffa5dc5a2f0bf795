import { Option, type Command } from 'commander';
import type { CurrencyCode } from '../../payment/index.js';
import {
  type Order,
  createCustomerToken,
  createOrderToken,
  createPaymentLink,
} from '../../proxy/settings.js';
import {
  amount,
  currencyCodes,
  duration,
  fiatCode,
  lifetimeMinutes,
  wholeNumber,
} from '../base/arguments.js';
import { required } from '../base/environment.js';
import { OptionError } from '../../service/options.js';
import { examples } from '../base/output.js';
import { publicUrl } from '../base/serve-config.js';
import { signingSecret } from '../base/secrets.js';
import type { Terminal } from '../base/terminal.js';
import core from 'qrcode/lib/core/qrcode.js';
import renderer from 'qrcode/lib/renderer/utf8.js';

interface TokenOptions {
  /** In minutes. */
  readonly expires: number;
}

interface OrderOptions extends Omit<Order, 'offers' | 'lifetime'>, TokenOptions {
  readonly offer?: readonly CurrencyCode[];
  /** In minutes. */
  readonly lifetime?: number;
}

interface CustomerOptions extends TokenOptions {
  readonly id: string;
}

interface LinkOptions extends Omit<Order, 'offers' | 'lifetime' | 'email'> {
  readonly offer?: readonly CurrencyCode[];
  /** In seconds. */
  readonly expires: number;
  readonly qr?: boolean;
}

const DAY_SECONDS = 24 * 60 * 60;
const MAX_DAYS = 'CRYPTO_CHECKOUT_MAX_ORDER_TOKEN_DAYS';
const EXPIRES_OPTION = ['--expires <minutes>', 'token lifetime in minutes', wholeNumber, 24 * 60] as const;

/** `order-token`, `link` and `customer-token`: for testing a page, and as a reference for your own server. */
export function addTokenCommands(program: Command, terminal: Terminal): void {
  const orderCommand = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .requiredOption('--id <text>', 'order id of the shop')
      .requiredOption('--amount <amount>', 'the price', amount)
      .requiredOption('--currency <code>', 'currency of the price', fiatCode)
      .option('--description <text>', 'text beside the price')
      .option('--email-required', 'ask the payer for an email address')
      .option('--offer <codes...>', 'selectable currencies, separated by commas or spaces', currencyCodes);

  orderCommand('order-token', 'sign an order for the `order` attribute of the checkout')
    .option('--email <address>', 'email address of the payer')
    .option('--lifetime <minutes>', 'invoice lifetime in minutes', lifetimeMinutes)
    .option('--return-url <url>', 'page after the payment')
    .option('--fail-url <url>', 'page after an unpaid checkout')
    .option(...EXPIRES_OPTION)
    .addHelpText(
      'after',
      examples('order-token --id A-1001 --amount 49 --currency EUR --offer BTC,USDT_TRC20'),
    )
    .action(async (options: OrderOptions) => {
      const { offer, lifetime, expires, ...order } = options;
      const token = await createOrderToken(
        { ...order, offers: offer, lifetime: lifetime === undefined ? undefined : { minutes: lifetime } },
        signing(terminal, expires * 60),
      );
      terminal.write(`${token}\n`);
    });

  /** Rejects a lifetime that the proxy would shorten: the page would show an earlier date than the shop announced. */
  const checkLifetime = (seconds: number) => {
    const days = required(terminal, MAX_DAYS);
    if (seconds > days * DAY_SECONDS)
      throw new OptionError({
        option: '--expires',
        problem: `is longer than ${days} days`,
        remedy: `Shorten it, or set ${MAX_DAYS}`,
      });
  };

  orderCommand('link', 'sign an order, and print the link to its payment page')
    .addOption(
      new Option('--expires <time>', 'lifetime of the link, such as 12h or 3d')
        .argParser(duration)
        .default(DAY_SECONDS, '1d'),
    )
    .option('--qr', 'also print a QR code with the link')
    .addHelpText('after', '\nAnyone with the link can see and pay the order.')
    .addHelpText('after', examples('link --id A-1003 --amount 49 --currency EUR --expires 3d --qr'))
    .action(async ({ qr, expires, offer, ...order }: LinkOptions) => {
      const baseUrl = publicUrl(terminal);
      if (baseUrl === undefined) {
        const remedy =
          'Set it to the URL of the proxy in browsers, such as https://shop.example/crypto-checkout';
        throw new OptionError({ option: 'publicUrl', problem: 'is not set', remedy });
      }
      checkLifetime(expires);
      const link = await createPaymentLink(
        { ...order, offers: offer },
        { ...signing(terminal, expires), baseUrl },
      );
      terminal.write(`${qr ? qrText(link, terminal) : ''}${link}\n`);
    });

  program
    .command('customer-token')
    .summary('sign a customer id for <crypto-deposit>')
    .description('sign a customer id for the `customer` attribute of <crypto-deposit>')
    .requiredOption('--id <text>', 'customer id of the shop')
    .option(...EXPIRES_OPTION)
    .addHelpText('after', '\nAnyone with the token can see the deposit addresses of the customer.')
    .addHelpText('after', examples('customer-token --id 1001 --expires 60'))
    .action(async ({ id, expires }: CustomerOptions) => {
      terminal.write(`${await createCustomerToken(id, signing(terminal, expires * 60))}\n`);
    });
}

function signing(terminal: Terminal, expiresInSeconds: number) {
  const secret = signingSecret(terminal, 'CRYPTO_CHECKOUT_ORDER_SECRET');
  return { secret, expiresInSeconds, clock: terminal };
}

const BLACK_ON_WHITE = '\u001b[30;107m';
const RESET = '\u001b[0m';

/** Returns a QR code as lines of text, dark on white where the terminal has colors. */
function qrText(text: string, { hasColors }: Pick<Terminal, 'hasColors'>): string {
  const lines = renderer.render(core.create(text, { errorCorrectionLevel: 'L' }), { margin: 2 }).split('\n');
  return lines.map((line) => `${hasColors ? BLACK_ON_WHITE + line + RESET : line}\n`).join('');
}
