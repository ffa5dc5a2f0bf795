import type { Command } from 'commander';
import type { CurrencyCode } from '../../payment/index.js';
import { type Balance, type StaticWallet, type StatisticsKey, INVOICE_STATUSES } from '../../service/node.js';
import { type PeriodOptions, currencyCode, FROM_OPTION, period, TO_OPTION } from '../base/arguments.js';
import type { Column, JsonOption } from '../base/output.js';
import {
  examples,
  formatRecord,
  formatTable,
  formatTime,
  print,
  printList,
  UnreadableRecords,
  withProgress,
} from '../base/output.js';
import { serviceClient } from '../base/environment.js';
import type { Terminal } from '../base/terminal.js';

/** `statistics` and `balances` */
export function addAccountCommands(program: Command, terminal: Terminal): void {
  program
    .command('statistics')
    .description('count and sum of invoices by status')
    .option(...FROM_OPTION)
    .option(...TO_OPTION)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('statistics --from 2026-11-01 --to 2026-11-30'))
    .action(async (options: PeriodOptions & JsonOption) => {
      const statistics = await serviceClient(terminal).statistics(period(options, terminal));
      const columns: readonly Column<StatisticsKey>[] = [
        { title: 'status', value: (key) => key },
        { title: 'invoices', value: (key) => String(statistics.count[key] ?? UNREADABLE), align: 'right' },
        { title: 'USD', value: (key) => statistics.amountUsd[key] ?? UNREADABLE, align: 'right' },
      ];
      print(terminal, options, statistics, formatTable(columns, [...INVOICE_STATUSES, 'all']));
    });

  program
    .command('balances')
    .description('balances of the account by currency')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('balances --json'))
    .action(async (options: JsonOption) => {
      const rows = await serviceClient(terminal).balances();
      printList(terminal, options, { rows, columns: BALANCE_COLUMNS, none: 'no balances' });
    });
}

/** Text for a value that is neither a number nor a code. */
const UNREADABLE = 'unreadable';

const BALANCE_COLUMNS: readonly Column<Balance>[] = [
  { title: 'currency', value: ({ currency }) => currency?.code ?? UNREADABLE },
  { title: 'balance', value: ({ balance }) => balance ?? UNREADABLE, align: 'right' },
  { title: 'in USD', value: ({ balanceUsd }) => balanceUsd, align: 'right' },
  { title: 'available', value: ({ available }) => available ?? UNREADABLE, align: 'right' },
  { title: 'in USD', value: ({ availableUsd }) => availableUsd, align: 'right' },
];

interface WalletCreateOptions extends JsonOption {
  readonly customer: string;
  readonly currency: CurrencyCode;
}

interface WalletListOptions extends PeriodOptions, JsonOption {
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
    .action(async ({ customer, currency, ...options }: WalletCreateOptions) => {
      const created = await serviceClient(terminal).createStaticWallet({ customer, currency });
      print(terminal, options, created, formatRecord(walletFields(created)));
    });

  wallet
    .command('list')
    .description('list deposit addresses created in a period')
    .option(...FROM_OPTION)
    .option(...TO_OPTION)
    .option('--customer <text>', 'only this customer')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('wallet list --from 2026-01-01 --customer 1001'))
    .action(async (options: WalletListOptions) => {
      const rows = await readWallets(terminal, options);
      printList(terminal, options, { rows, columns: WALLET_COLUMNS, none: 'no deposit addresses' });
    });
}

function walletFields({ id, customer, currency, address, active, createdAtMs }: StaticWallet) {
  const created = formatTime(createdAtMs);
  return { id, customer, currency: currency.code, address, active: yesOrNo(active), created };
}

function yesOrNo(value: boolean | null): string | null {
  return value === null ? null : value ? 'yes' : 'no';
}

async function readWallets(terminal: Terminal, options: WalletListOptions): Promise<readonly StaticWallet[]> {
  const matching: StaticWallet[] = [];
  let withoutCustomer = 0;
  const unreadable = new UnreadableRecords();
  const all = serviceClient(terminal).listStaticWallets(period(options, terminal), unreadable.add);
  for await (const wallet of withProgress(terminal, 'reading deposit addresses', all)) {
    if (options.customer === undefined || wallet.customer === options.customer) matching.push(wallet);
    else if (wallet.customer === null) withoutCustomer += 1;
  }
  if (withoutCustomer > 0) {
    const phrase = withoutCustomer === 1 ? 'deposit address has' : 'deposit addresses have';
    terminal.writeError(`omitted: ${withoutCustomer} ${phrase} no customer in the list\n`);
  }
  unreadable.print(terminal);
  return matching;
}

const WALLET_COLUMNS: readonly Column<StaticWallet>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'created', value: ({ createdAtMs }) => formatTime(createdAtMs) },
  { title: 'customer', value: ({ customer }) => customer },
  { title: 'currency', value: ({ currency }) => currency.code },
  { title: 'address', value: ({ address }) => address },
  { title: 'active', value: ({ active }) => yesOrNo(active) },
];
