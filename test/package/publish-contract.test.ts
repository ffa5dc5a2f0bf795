import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { CONTRACT_PATH, publishContract } from './publish-contract.js';

it('what users rely on changes only together with publish-contract.txt', () => {
  const found = publishContract().split('\n');
  const approved = readFileSync(CONTRACT_PATH, 'utf8').split('\n');
  const changed = [
    ...approved.filter((line) => !found.includes(line)).map((line) => `- ${line}`),
    ...found.filter((line) => !approved.includes(line)).map((line) => `+ ${line}`),
  ];
  const remedy = 'If you meant it: node .config/bootstrap.mjs test/package/publish-contract.ts --update';
  assert.deepEqual(changed, [], remedy);
  assert.deepEqual(found, approved, remedy);
});
