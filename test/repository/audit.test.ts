import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evaluate } from './audit.js';

/** As npm 10 and 11 write it, shortened. */
function report(counts: object, vulnerabilities: object = {}): string {
  const all = { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 0, ...counts };
  return JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { vulnerabilities: all } });
}

describe('the audit of the packages', () => {
  it('passes packages without weaknesses, and with small ones', () => {
    assert.equal(evaluate(report({})).verdict, 'clean');
    const small = { name: 'a', severity: 'moderate', via: [], range: '<2', fixAvailable: true };
    assert.equal(evaluate(report({ moderate: 1, total: 1 }, { a: small })).verdict, 'clean');
  });

  it('names each grave weakness, its versions and whether a better one exists', () => {
    const vulnerabilities = {
      zoo: { name: 'zoo', severity: 'critical', via: ['ant'], range: '<=1.2.3', fixAvailable: false },
      ant: { name: 'ant', severity: 'high', via: [], range: '1.0.0 - 1.4.0', fixAvailable: { name: 'ant' } },
      bee: { name: 'bee', severity: 'low', via: [], range: '*', fixAvailable: true },
    };
    assert.deepEqual(evaluate(report({ high: 1, critical: 1, low: 1, total: 3 }, vulnerabilities)), {
      verdict: 'found',
      lines: [
        'ant 1.0.0 - 1.4.0: high, there is a better one',
        'zoo <=1.2.3: critical, there is none that is better',
      ],
    });
  });

  it('accepts a registry without an audit for that reason only', () => {
    for (const message of [
      '405 Method Not Allowed - POST https://x.example/bulk',
      '404 Not Found - POST https://x',
    ])
      assert.deepEqual(evaluate(JSON.stringify({ message, method: 'POST' })), {
        verdict: 'not offered',
        lines: [],
      });
    assert.equal(evaluate('{"error":{"code":"ENOAUDIT","summary":"no audit"}}').verdict, 'not offered');
  });

  it('never accepts an unknown report as clean', () => {
    for (const output of [
      '',
      'null',
      '[]',
      '{}',
      '<html>',
      '{"auditReportVersion":2}',
      '{"auditReportVersion":1}',
    ])
      assert.equal(evaluate(output).verdict, 'unclear', output);
    const hidden = {
      auditReportVersion: 2,
      vulnerabilities: {},
      metadata: { vulnerabilities: { high: '0' } },
    };
    assert.equal(evaluate(JSON.stringify(hidden)).verdict, 'unclear');
    const { verdict, lines } = evaluate(
      '{"message":"503 Busy - POST https://name:pass@registry.example/bulk"}',
    );
    assert.deepEqual([verdict, lines], ['unclear', ['503 Busy']]);
    assert.equal(evaluate('{"error":{"code":"EAUDITNOLOCK","summary":"no lock file"}}').verdict, 'unclear');
  });
});
