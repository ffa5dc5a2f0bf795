import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  checkFields,
  NO_FORMS,
  nextForms,
  typeInto,
  withValues,
  type FormsAction,
} from '../../src/merchant/parts/form-state.js';

const key = fc.constantFrom('A', 'B', 'C');
const action: fc.Arbitrary<FormsAction> = fc.oneof(
  fc.record({ kind: fc.constantFrom('open', 'send', 'done'), key }),
  fc.record({ kind: fc.constant('fail'), key, error: fc.constantFrom('no', 'never') }),
  fc.record({ kind: fc.constant('close') }),
);
const history = fc.array(action, { maxLength: 30 });

test('what happens to the request of one form changes nothing in another one', () => {
  fc.assert(
    fc.property(history, key, fc.constantFrom('send', 'done', 'fail'), (actions, other, kind) => {
      const before = actions.reduce(nextForms, NO_FORMS);
      fc.pre(before.open !== other);
      const after = nextForms(before, { kind, key: other, error: 'failed' });
      assert.deepEqual([after.open, after.error], [before.open, before.error]);
    }),
  );
});

test('a request is in flight until it has ended, also if its form is closed meanwhile', () => {
  fc.assert(
    fc.property(history, (actions) => {
      const expected = new Set<string>();
      for (const one of actions) {
        if (one.kind === 'send') expected.add(one.key);
        if (one.kind === 'done' || one.kind === 'fail') expected.delete(one.key);
      }
      assert.deepEqual(actions.reduce(nextForms, NO_FORMS).busy, expected);
    }),
  );
});

test('a form shows an error only while it is open', () => {
  fc.assert(
    fc.property(history, (actions) => {
      const { open, error } = actions.reduce(nextForms, NO_FORMS);
      assert.ok(open !== null || error === '');
    }),
  );
});

test('a fault is shown of a field that was left, and no more once a person types', () => {
  const left = checkFields(withValues({ address: '', amount: '1,5' }), 'address', 'amount');
  assert.deepEqual([...left.checked], ['address', 'amount']);
  const typed = typeInto(left, 'amount', '1.5');
  assert.deepEqual([...typed.checked], ['address']);
  assert.deepEqual(typed.values, { address: '', amount: '1.5' });
});
