import { Command } from 'commander';
import type { Balance, Statistics, StatisticsKey } from '../../service/node.js';
import { INVOICE_STATUSES } from '../../service/node.js';
import type { PeriodOptions } from '../base/arguments.js';
import { day, period, DEFAULT_DAYS } from '../base/arguments.js';
import type { Column } from '../base/output.js';
import { json, formatTable } from '../base/output.js';
import { serviceClient } from '../base/environment.js';
import type { Terminal } from '../base/terminal.js';

/** `statistics` and `balances` */
export function accountCommands(terminal: Terminal): readonly Command[] {
  return [statisticsCommand(terminal), balancesCommand(terminal)];
}

function statisticsCommand(terminal: Terminal): Command {
  return new Command('statistics')
    .description('count and sum of invoices by status')
    .option('--from <day>', `the first day, UTC (${DEFAULT_DAYS - 1} days before the last)`, day)
    .option('--to <day>', 'the last day, UTC (today)', day)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  crypto-checkout statistics --from 2026-11-01 --to 2026-11-30')
    .action(async (options: PeriodOptions & { readonly json?: true }) => {
      const statistics = await serviceClient(terminal).statistics(period(options, terminal));
      terminal.write(options.json ? json(statistics) : statisticsTable(statistics));
    });
}

function statisticsTable({ count, amountUsd }: Statistics): string {
  const keys: readonly StatisticsKey[] = [...INVOICE_STATUSES, 'all'];
  const columns: readonly Column<StatisticsKey>[] = [
    { title: 'status', value: (key) => key },
    { title: 'invoices', value: (key) => String(count[key]), align: 'right' },
    { title: 'USD', value: (key) => amountUsd[key], align: 'right' },
  ];
  return formatTable(columns, keys);
}

function balancesCommand(terminal: Terminal): Command {
  return new Command('balances')
    .description('balances of the account by currency')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  crypto-checkout balances --json')
    .action(async (options: { readonly json?: true }) => {
      const balances = await serviceClient(terminal).balances();
      if (options.json) terminal.write(json(balances));
      else if (balances.length === 0) terminal.writeError('no balances\n');
      else terminal.write(formatTable(BALANCE_COLUMNS, balances));
    });
}

const BALANCE_COLUMNS: readonly Column<Balance>[] = [
  { title: 'currency', value: ({ currency }) => currency.code },
  { title: 'balance', value: ({ balance }) => balance, align: 'right' },
  { title: 'in USD', value: ({ balanceUsd }) => balanceUsd, align: 'right' },
  { title: 'available', value: ({ available }) => available, align: 'right' },
  { title: 'in USD', value: ({ availableUsd }) => availableUsd, align: 'right' },
];
