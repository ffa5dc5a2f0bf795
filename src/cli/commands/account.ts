import type { Command } from 'commander';
import type { Balance, StatisticsKey } from '../../service/node.js';
import { INVOICE_STATUSES } from '../../service/node.js';
import type { PeriodOptions } from '../base/arguments.js';
import { FROM_OPTION, period, TO_OPTION } from '../base/arguments.js';
import type { Column, JsonOption } from '../base/output.js';
import { examples, formatTable, print, printList } from '../base/output.js';
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
        { title: 'invoices', value: (key) => String(statistics.count[key]), align: 'right' },
        { title: 'USD', value: (key) => statistics.amountUsd[key], align: 'right' },
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

const BALANCE_COLUMNS: readonly Column<Balance>[] = [
  { title: 'currency', value: ({ currency }) => currency.code },
  { title: 'balance', value: ({ balance }) => balance, align: 'right' },
  { title: 'in USD', value: ({ balanceUsd }) => balanceUsd, align: 'right' },
  { title: 'available', value: ({ available }) => available, align: 'right' },
  { title: 'in USD', value: ({ availableUsd }) => availableUsd, align: 'right' },
];
