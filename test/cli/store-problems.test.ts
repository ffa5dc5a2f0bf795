import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeError } from '../../src/cli/base/exit.js';
import { throwStoreProblem } from '../../src/proxy/base/problem-error.js';
import { StoreError } from '../../src/proxy/store/engine/store-error.js';

test('a command that the store fails names the cause and the remedy', () => {
  const cause = new StoreError('"shop" is locked', 'End the program that holds the lock');
  let thrown: unknown;
  try {
    throwStoreProblem(cause);
  } catch (error) {
    thrown = error;
  }
  assert.equal(describeError(thrown, {}).message, cause.message);
  assert.match(describeError(thrown, {}).message, /is locked\. End the program that holds the lock\./);
});
