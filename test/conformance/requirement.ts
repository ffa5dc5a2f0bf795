import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonFields } from './json.js';
import { isFields } from './json.js';
import type { Shape, Table } from './shapes.js';
import type { TestEnvironment } from './test-environment.js';

/** The need without which a sentence cannot be tested, and the message if it is missing. */
const NEEDS = {
  'money': 'needs money to arrive',
  'time': 'needs time to pass',
  'balance': 'needs a balance in the account',
  'wallets': 'makes static wallets: give --allow-wallets',
  'withdrawal': 'makes a withdrawal: give --allow-withdrawal',
  'withdrawal key': 'needs a withdrawal key: give --withdrawal-key',
} as const;
export type Need = keyof typeof NEEDS;

function isMissing(need: Need, { hand, settings, hasBalance }: TestEnvironment): boolean {
  switch (need) {
    case 'money':
    case 'time':
      return hand === null;
    case 'balance':
      return hand === null && !hasBalance;
    case 'wallets':
      return !settings.allowWallets;
    case 'withdrawal':
      return hand === null && settings.withdrawal === null;
    case 'withdrawal key':
      return settings.withdrawalKey === null;
  }
}

/** A statement of the service doc, quoted if it is short. */
export type Requirement = (words: string, needs: readonly Need[], check: () => Promise<void> | void) => void;

/** If a need is missing the sentence is reported as not testable, with the reason; a sandbox has them all. */
export function requirements(environment: TestEnvironment): Requirement {
  return (words, needs, check) => {
    const missing = needs.filter((need) => isMissing(need, environment)).map((need) => NEEDS[need]);
    const skip = missing.length > 0 && missing.join('; ');
    void test(words, { skip }, async () => {
      await check();
    });
  };
}

/** A field table: every field by name and type, in every sample. */
export function fieldRequirements(
  say: Requirement,
  form: string,
  table: Table,
  needs: readonly Need[],
  samples: () => Promise<readonly JsonFields[]>,
): void {
  for (const [name, check] of Object.entries(table)) {
    say(`${form}: ${name}`, needs, async () => {
      const found = await samples();
      assert.ok(found.length > 0, `there is no ${form} to check`);
      for (const sample of found) assertShape(check, sample[name], name);
    });
  }
}

export function assertShape(check: Shape, value: unknown, name: string): void {
  const problem = check(value);
  assert.ok(problem === null, `${name}: ${problem}`);
}

/** Does the work at the first call, and returns its result for the next ones. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let outcome: Promise<T> | undefined;
  return () => (outcome ??= work());
}

/** Returns the object in a field; `{}` if it is not an object, so that its fields are reported missing. */
export function inner(fields: JsonFields, name: string): JsonFields {
  const value = fields[name];
  return isFields(value) ? value : {};
}
