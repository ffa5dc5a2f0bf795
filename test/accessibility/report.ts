// Writes the accessibility conformance report, from the tables in test/accessibility and the stories.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../.config/bootstrap.mjs';
import { ELEMENTS, HAND_CHECKS, PAGES, STAFF_ELEMENTS, type CheckedElement } from './checks.js';
import {
  ADDED_BY_WCAG_22,
  CRITERIA,
  RESULTS,
  type Criterion,
  type Evidence,
  type Result,
} from './criteria.js';
import { STAFF_CRITERIA } from './staff-criteria.js';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const nameOf = (result: Result) => RESULTS[result].split(':')[0] ?? '';
/** A title of several cases contains a placeholder. */
const titleOf = ({ title }: Evidence) => title.replace(/\$\{\w+\}/g, '…').replaceAll('|', '\\|');
/** `Controls` is the story in which a reader of Storybook changes the attributes. */
const wordsOf = (name: string) =>
  name === 'Controls'
    ? 'default'
    : name.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ').toLowerCase();
/** Files about a part of the checkout, whose states need its name. */
const PART = /^(refund|wallet)\.stories/;

const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The numbers of tests, in the order in which criteria and elements name them. */
const EVIDENCE = [
  ...[...CRITERIA, ...ADDED_BY_WCAG_22, ...ELEMENTS],
  ...[...STAFF_ELEMENTS, ...STAFF_CRITERIA, ...PAGES],
].flatMap(({ tests = [] }) => tests);
const KEYS = [...new Set(EVIDENCE.map(({ file, title }) => `${file}\n${title}`))];
const numberOf = ({ file, title }: Evidence) => KEYS.indexOf(`${file}\n${title}`) + 1;
const numbersOf = (tests: readonly Evidence[] = []) =>
  [...new Set(tests.map(numberOf))].sort((one, other) => one - other).join(', ') || '–';

function criteria(rows: readonly Criterion[], prefix: string): string {
  return table(
    ['clause', 'criterion', 'level', 'result', 'what is known', 'tests', 'not met, or not evaluated'],
    rows.map(({ number, title, level, result, remark, gap, tests }) => [
      ...[`${prefix}${number}`, title, level, nameOf(result), remark, numbersOf(tests), gap ?? '–'],
    ]),
  );
}

/** The states of an element are its stories, each of which axe-core checks in light and in dark. */
export function statesOf({ stories }: CheckedElement): readonly string[] {
  return stories.flatMap((file) => {
    const part = PART.exec(file)?.[1];
    const names = [...read(`stories/${file}`).matchAll(/^export const (\w+)/gm)];
    return names.map(([, name = '']) => (part ? `${part}: ` : '') + wordsOf(name));
  });
}

const notMetBy = ({ tag }: CheckedElement) =>
  [...CRITERIA, ...ADDED_BY_WCAG_22].flatMap(({ number, elements = [] }) =>
    elements.includes(tag) ? [number] : [],
  );

const counts = (rows: readonly Criterion[]) =>
  Object.keys(RESULTS)
    .map((result) => [result, rows.filter((row) => row.result === result).length] as const)
    .filter(([, count]) => count > 0)
    .map(([result, count]) => `${count} ${nameOf(result as Result).toLowerCase()}`)
    .join(', ');

export function accessibilityReport(): string {
  const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
  const axe = (JSON.parse(read('package.json')) as { devDependencies: Record<string, string> })
    .devDependencies['axe-core'];
  const handChecks = HAND_CHECKS.map(({ what, criteria: numbers, record }) => [
    ...[what, numbers.join(', ')],
    record ? `${record.result} (${record.date}, ${record.who}: ${record.how})` : nameOf('notEvaluated'),
  ]);
  return `# Accessibility conformance of ${name} ${version}

This report covers the elements of the package, not the pages that contain them. A section of its own lists the checks of the
proxy's payment page. The report follows clause 9 (web) of
EN 301 549 V3.2.1, which is WCAG 2.1 at levels A and AA. The criteria that WCAG 2.2 adds are listed separately. Other clauses of
EN 301 549 are not covered.

It is generated from the tests of the repository. **No person has evaluated the elements for this report, or tried a
screen reader.** It is not a certificate. A claim of conformance needs an evaluation by people.

- EN 301 549, clause 9: ${counts(CRITERIA)}.
- Added by WCAG 2.2: ${counts(ADDED_BY_WCAG_22)}.

## Results

${Object.values(RESULTS)
  .map((text) => `- **${text.replace(':', ':**')}`)
  .join('\n')}

## EN 301 549, clause 9

${criteria(CRITERIA, '9.')}

Clause 9.6, the conformance requirements of WCAG, is about whole pages and processes: not evaluated.

## Added by WCAG 2.2

${criteria(ADDED_BY_WCAG_22, '')}

## Elements and states

axe-core ${axe} checks every state below in Chromium, in light and in dark, with its default rules. A single finding fails the build.
axe-core finds only some of the failures of some criteria. The tests in the column "tests" check more. The last column names the
criteria that are partly met, whose rows above say why.

${table(
  ['element', 'states', 'tests', 'not met in full'],
  ELEMENTS.map((element) => [
    `\`<${element.tag}>\``,
    statesOf(element).join(', '),
    numbersOf(element.tests),
    notMetBy(element).join(', ') || 'none known',
  ]),
)}

## Elements of the shop's staff

The results by criterion above are about the elements for payers. These are about the tables, forms, details, tabs and the chart of
the staff: ${counts(STAFF_CRITERIA)}. No person has confirmed any of them.

${criteria(STAFF_CRITERIA, '')}

axe-core checks every state below as it does those above. The tests in the last column check more.

${table(
  ['element', 'states', 'tests'],
  STAFF_ELEMENTS.map((element) => [
    `\`<${element.tag}>\``,
    statesOf(element).join(', '),
    numbersOf(element.tests),
  ]),
)}

## Payment page

The page that the proxy serves contains the elements. No criterion has been evaluated for the whole page. These are the
checks of its states.

${table(
  ['page', 'states', 'what was checked, and how', 'tests'],
  PAGES.map(({ name: page, states, how, tests }) => [page, states.join(', '), how, numbersOf(tests)]),
)}

## Checks by people

${table(['check', 'criteria', 'result'], handChecks)}

## Tests

A test of the repository checks that each of these exists. "…" stands for several cases.

${KEYS.map((key, index) => {
  const [file = '', title = ''] = key.split('\n');
  return `${index + 1}. \`${file}\`: ${titleOf({ file, title })}`;
}).join('\n')}
`;
}
