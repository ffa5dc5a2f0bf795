import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'stories/docs/ThreatModel.mdx'), 'utf8');

describe('the threat model', () => {
  it('names an existing test for every measure', () => {
    const [, part = ''] = page.split('## What is stopped, and by what');
    const [table = ''] = part.split('\n## ');
    const rows = table
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
      .slice(1);
    assert.ok(rows.length > 10);
    for (const row of rows) {
      const names = [...row.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, name = '']) => name);
      assert.ok(names.length > 0, row);
      for (const name of names) assert.ok(existsSync(join(root, 'test', name)), name);
    }
  });
});
