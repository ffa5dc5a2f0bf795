import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { OURS } from '../bench/loading/subjects/ours.js';
import { countedFindings, type Finding } from '../bench/loading/targets.js';
import { Visits, type Counts } from '../bench/loading/visits.js';

const targetOf = ({ name }: Finding): string => name.replace(/ .*/, '');

describe('from the opening of a page until a coin can be chosen', () => {
  let visits: Visits;
  let findings: readonly Finding[] = [];

  before(async () => {
    visits = await Visits.start();
    const counts = new Map<string, Counts>();
    for (const subject of OURS) counts.set(subject.name, await visits.count(subject));
    findings = countedFindings(counts);
  });
  after(() => visits?.stop());

  it('every count with a limit is measured', () => {
    assert.deepEqual(
      [...new Set(findings.map(targetOf))],
      ['L1', 'L2', 'L3', 'L4', 'L5', 'L6', 'L7', 'L8', 'L9', 'L10'],
    );
  });

  it('no count exceeds its limit', () => {
    // A missing count is not a number.
    const above = findings.filter(({ value, must }) => !(value <= must));
    assert.deepEqual(above, []);
  });
});
