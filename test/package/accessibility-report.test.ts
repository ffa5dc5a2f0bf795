import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { accessibilityReport, statesOf } from '../accessibility/report.js';

import { ELEMENTS, HAND_CHECKS, PAGES, STAFF_ELEMENTS } from '../accessibility/checks.js';
import { ADDED_BY_WCAG_22, CRITERIA } from '../accessibility/criteria.js';
import { STAFF_CRITERIA } from '../accessibility/staff-criteria.js';
import { root } from './readme-text.js';

const all = [...CRITERIA, ...ADDED_BY_WCAG_22];
const known = new Set(all.map(({ number }) => number));

describe('the accessibility conformance report', () => {
  it('is in the package in its current form', () => {
    const report = readFileSync(join(root, 'dist/accessibility-conformance.md'), 'utf8');
    assert.equal(report, accessibilityReport());
  });

  it('has every criterion of WCAG 2.1 at A and AA once, and those that WCAG 2.2 adds', () => {
    assert.equal(CRITERIA.length, 50);
    assert.deepEqual(
      ADDED_BY_WCAG_22.map(({ number }) => number),
      ['2.4.11', '2.5.7', '2.5.8', '3.2.6', '3.3.7', '3.3.8'],
    );
    assert.equal(known.size, all.length);
  });

  it('names only existing tests', () => {
    const rows = [...all, ...STAFF_CRITERIA, ...ELEMENTS, ...STAFF_ELEMENTS, ...PAGES];
    for (const { file, title } of rows.flatMap(({ tests = [] }) => tests)) {
      const source = readFileSync(join(root, file), 'utf8');
      const quoted = ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`));
      assert.ok(quoted, `${file} has no test "${title}"`);
    }
  });

  it('claims nothing without a test, and names the gaps', () => {
    for (const { number, result, tests = [], gap } of [...all, ...STAFF_CRITERIA]) {
      const isClaimed = ['tested', 'inPart', 'partlyMet'].includes(result);
      assert.ok(!isClaimed || tests.length > 0, `${number} has no test`);
      assert.ok(!['inPart', 'partlyMet'].includes(result) || gap, `${number} does not say what is missing`);
    }
  });

  it('says of each element what it does not meet in full', () => {
    const tags = ELEMENTS.map(({ tag }) => tag);
    for (const { number, result, elements = [] } of all) {
      assert.equal(result === 'partlyMet', elements.length > 0, `${number} names the elements`);
      assert.deepEqual(
        elements.filter((tag) => !tags.includes(tag)),
        [],
        number,
      );
    }
    const row = accessibilityReport().match(/^\| `<crypto-deposit>` .*$/m)?.[0];
    assert.match(row ?? '', / \| 2\.2\.2 \|$/);
  });

  it('says of every criterion what is known of the tables, forms and charts of the staff', () => {
    assert.deepEqual(
      STAFF_CRITERIA.map(({ number, title, level }) => [number, title, level]),
      all.map(({ number, title, level }) => [number, title, level]),
    );
    const section =
      accessibilityReport().split("## Elements of the shop's staff")[1]?.split(/^## /m)[0] ?? '';
    for (const { number, result, remark } of STAFF_CRITERIA) {
      const row = section.split('\n').find((line) => line.startsWith(`| ${number} |`)) ?? '';
      assert.ok(row.includes(remark), number);
      assert.ok(result === 'notEvaluated' || !row.includes('| Not evaluated |'), number);
    }
  });

  it('covers every element, with all of its states', () => {
    const tags = readdirSync(join(root, 'src/define')).map((name) => name.replace('.ts', ''));
    assert.deepEqual(ELEMENTS.map(({ tag }) => tag).sort(), tags.filter((tag) => tag !== 'all').sort());
    const ofStaff = readdirSync(join(root, 'src/merchant')).filter((name) =>
      name.startsWith('crypto-merchant'),
    );
    assert.deepEqual(STAFF_ELEMENTS.map(({ tag }) => tag).sort(), ofStaff.sort());
    for (const element of [...ELEMENTS, ...STAFF_ELEMENTS]) {
      const states = statesOf(element);
      assert.ok(states.length > 0, element.tag);
      assert.deepEqual(states, [...new Set(states)], element.tag);
    }
  });

  it('names states in words', () => {
    const states = ELEMENTS.flatMap(statesOf);
    for (const state of ['address of a coin with its network', 'refund: late', 'wallet: refused', 'default'])
      assert.ok(states.includes(state), state);
  });

  it('says of each page of the proxy which states were checked, how, and by which tests', () => {
    assert.ok(PAGES.length > 0);
    for (const { name, states, how, tests } of PAGES)
      assert.ok(states.length > 0 && how && tests.length > 0, name);
  });

  it('records a check of a person with its date, or as not evaluated', () => {
    for (const { what, criteria, record } of HAND_CHECKS) {
      assert.ok(
        criteria.every((number) => known.has(number)),
        what,
      );
      if (record) assert.match(record.date, /^\d{4}-\d{2}-\d{2}$/);
    }
  });
});
