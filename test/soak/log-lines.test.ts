import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLineLogger, errorFields } from '../../src/proxy/base/log.js';
import { readLogLine } from './log-lines.js';
import { SOAK_SECRETS } from './settings.js';

/** The line that a proxy logs about an error of its store. */
function lineAbout(message: string): string {
  const lines: string[] = [];
  createLineLogger((line) => void lines.push(line)).error(
    errorFields(new Error(message)),
    'store unavailable',
  );
  return lines.join('').trim();
}

const invariantsIn = (line: string) => readLogLine(line).faults.map(({ invariant }) => invariant);

describe('the log of a proxy in the soak', () => {
  for (const message of [
    'invalid input syntax for type bigint: "1784894400000.5"',
    'syntax error at or near "where"',
    'null value in column "id" of relation "events" violates not-null constraint',
    'value "9999999999" is out of range for type integer',
  ])
    it(`ends the run with a failure: ${message}`, () => {
      assert.deepEqual(invariantsIn(lineAbout(message)), ['statements']);
    });

  it('may report an outage, which is counted', () => {
    const { faults, warning } = readLogLine(lineAbout('connect ECONNREFUSED 127.0.0.1:5432'));
    assert.deepEqual([faults, warning], [[], 'store unavailable']);
  });

  it('fails on a secret, and on any line that is not a log entry', () => {
    assert.deepEqual(invariantsIn(lineAbout(SOAK_SECRETS.apiKey)), ['secrets']);
    assert.deepEqual(invariantsIn('Segmentation fault'), ['alive']);
    assert.deepEqual(invariantsIn('{"time":"2026-01-01T00:00:00.000Z","lev'), []);
  });
});
