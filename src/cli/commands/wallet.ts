import type { Command } from 'commander';
import type { CurrencyCode } from '../../payment/index.js';
import type { StaticWallet } from '../../service/node.js';
import type { PeriodOptions } from '../base/arguments.js';
import { currencyCode, FROM_OPTION, period, TO_OPTION } from '../base/arguments.js';
import type { Column, JsonOption } from '../base/output.js';
import { examples, formatRecord, formatTime, print, printList, withProgress } from '../base/output.js';
import { serviceClient } from '../base/environment.js';
import type { Terminal } from '../base/terminal.js';

interface CreateOptions extends JsonOption {
  readonly customer: string;
  readonly currency: CurrencyCode;
}

interface ListOptions extends PeriodOptions, JsonOption {
  readonly customer?: string;
}

/** `wallet create|list` */
export function addWalletCommands(program: Command, terminal: Terminal): void {
  const wallet = program.command('wallet').description('create and list customer deposit addresses');

  wallet
    .command('create')
    .description('create an address for one customer and currency; not on the TON network')
    .requiredOption('--customer <text>', 'customer id of the shop')
    .requiredOption('--currency <code>', 'such as USDT_TRC20', currencyCode)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('wallet create --customer 1001 --currency USDT_TRC20'))
    .action(async ({ customer, currency, ...options }: CreateOptions) => {
      const created = await serviceClient(terminal).createStaticWallet({ customer, currency });
      print(terminal, options, created, formatRecord(fields(created)));
    });

  wallet
    .command('list')
    .description('list deposit addresses created in a period')
    .option(...FROM_OPTION)
    .option(...TO_OPTION)
    .option('--customer <text>', 'only this customer')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('wallet list --from 2026-01-01 --customer 1001'))
    .action(async (options: ListOptions) => {
      const rows = await readWallets(terminal, options);
      printList(terminal, options, { rows, columns: COLUMNS, none: 'no wallets' });
    });
}

function fields({ id, customer, currency, address, active, createdAtMs }: StaticWallet) {
  const created = formatTime(createdAtMs);
  return { id, customer, currency: currency.code, address, active: yesOrNo(active), created };
}

function yesOrNo(value: boolean | null): string | null {
  return value === null ? null : value ? 'yes' : 'no';
}

async function readWallets(terminal: Terminal, options: ListOptions): Promise<readonly StaticWallet[]> {
  const chosen: StaticWallet[] = [];
  let nameless = 0;
  const all = serviceClient(terminal).listStaticWallets(period(options, terminal));
  for await (const wallet of withProgress(terminal, 'reading wallets', all)) {
    if (options.customer === undefined || wallet.customer === options.customer) chosen.push(wallet);
    else if (wallet.customer === null) nameless += 1;
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
  { title: 'active', value: ({ active }) => yesOrNo(active) },
];
