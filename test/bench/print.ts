// Reports as text.
import type { Report, Table } from './report.js';
import type { LastResults } from './results.js';

function printTable({ title, columns, rows, notes }: Table): void {
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const isNumber = columns.map((_, index) => rows.every((row) => /^[-–\d.,/ x%]*$/.test(row[index] ?? '')));
  const line = (cells: readonly string[]) =>
    cells.map((cell, index) => cell[isNumber[index] ? 'padStart' : 'padEnd'](widths[index] ?? 0)).join('  ');
  console.log(`\n${title}\n${line(columns)}\n${widths.map((width) => '-'.repeat(width)).join('  ')}`);
  for (const row of rows) console.log(line(row));
  for (const note of notes) console.log(`  ${note}`);
}

/** Results that have changed by more than a tenth since the last run. */
function moved(figures: Report['figures'], last: LastResults): readonly string[] {
  return Object.entries(figures).flatMap(([name, now]) => {
    const before = last.figures[name];
    if (!before || Math.abs(now / before - 1) <= 0.1) return [];
    return [
      `  ${name}: ${before.toPrecision(3)} → ${now.toPrecision(3)} (${now > before ? '+' : ''}${Math.round(100 * (now / before - 1))} %)`,
    ];
  });
}

export function printReport(name: string, report: Report, last: LastResults | null): void {
  console.log(`\n== ${name}`);
  for (const table of report.tables) printTable(table);
  console.log('');
  for (const { name: target, holds, found } of report.targets) {
    console.log(`${holds ? 'holds ' : 'MISSED'}  ${target}: ${found}`);
  }
  if (!last) return;
  const changes = moved(report.figures, last);
  console.log(`\nAgainst ${last.date}: ${changes.length === 0 ? 'nothing has moved by more than 10 %' : ''}`);
  for (const change of changes) console.log(change);
}
