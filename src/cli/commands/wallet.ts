import { Command } from 'commander';
import type { CurrencyCode } from '../../payment/index.js';
import type { StaticWallet } from '../../service/node.js';
import type { PeriodOptions } from '../base/arguments.js';
import { currencyCode, day, period, DEFAULT_DAYS } from '../base/arguments.js';
import type { Column } from '../base/output.js';
import { json, progress, formatRecord, formatTable, formatTime } from '../base/output.js';
import { serviceClient } from '../base/environment.js';
import type { Terminal } from '../base/terminal.js';

/** `wallet create|list` */
export function walletCommand(terminal: Terminal): Command {
  return new Command('wallet')
    .description('create and list customer deposit addresses')
    .addCommand(createCommand(terminal))
    .addCommand(listCommand(terminal));
}

interface CreateOptions {
  readonly customer: string;
  readonly currency: CurrencyCode;
  readonly json?: true;
}

function createCommand(terminal: Terminal): Command {
  return new Command('create')
    .description('create an address for one customer and currency; not on the TON network')
    .requiredOption('--customer <text>', 'customer id of the shop')
    .requiredOption('--currency <code>', 'such as USDT_TRC20', currencyCode)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  crypto-checkout wallet create --customer 1001 --currency USDT_TRC20')
    .action(async ({ customer, currency, ...options }: CreateOptions) => {
      const wallet = await serviceClient(terminal).createStaticWallet({ customer, currency });
      terminal.write(options.json ? json(wallet) : formatRecord(fields(wallet)));
    });
}

function fields({ id, customer, currency, address, active, createdAtMs }: StaticWallet) {
  return {
    id,
    customer,
    currency: currency.code,
    address,
    active: active === null ? null : active ? 'yes' : 'no',
    created: formatTime(createdAtMs),
  };
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('list deposit addresses created in a period')
    .option('--from <day>', `the first day, UTC (${DEFAULT_DAYS - 1} days before the last)`, day)
    .option('--to <day>', 'the last day, UTC (today)', day)
    .option('--customer <text>', 'only this customer')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  crypto-checkout wallet list --from 2026-01-01 --customer 1001')
    .action(async (options: PeriodOptions & { readonly customer?: string; readonly json?: true }) => {
      const wallets = await readWallets(terminal, options);
      if (options.json) terminal.write(json(wallets));
      else if (wallets.length === 0) terminal.writeError('no wallets\n');
      else terminal.write(formatTable(COLUMNS, wallets));
    });
}

async function readWallets(
  terminal: Terminal,
  options: PeriodOptions & { readonly customer?: string },
): Promise<readonly StaticWallet[]> {
  const chosen: StaticWallet[] = [];
  const line = progress(terminal, 'reading wallets');
  let seen = 0;
  let nameless = 0;
  try {
    for await (const wallet of serviceClient(terminal).listStaticWallets(period(options, terminal))) {
      line.count((seen += 1));
      if (options.customer === undefined || wallet.customer === options.customer) chosen.push(wallet);
      else if (wallet.customer === null) nameless += 1;
    }
  } finally {
    line.end();
  }
  if (nameless > 0) {
    const words = nameless === 1 ? 'wallet names no customer and is' : 'wallets name no customer and are';
    terminal.writeError(`${nameless} ${words} left out\n`);
  }
  return chosen;
}

const COLUMNS: readonly Column<StaticWallet>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'created', value: ({ createdAtMs }) => formatTime(createdAtMs) },
  { title: 'customer', value: ({ customer }) => customer },
  { title: 'currency', value: ({ currency }) => currency.code },
  { title: 'address', value: ({ address }) => address },
  { title: 'active', value: ({ active }) => (active === null ? null : active ? 'yes' : 'no') },
];
