import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NO_FORMS, nextForms, type FormsAction } from '../../src/merchant/state/forms.js';

const key = fc.constantFrom('A', 'B', 'C');
const values = fc.dictionary(fc.constantFrom('note', 'amount'), fc.constantFrom('', '1', 'text'));
const action: fc.Arbitrary<FormsAction> = fc.oneof(
  fc.record({ kind: fc.constantFrom('send', 'done'), key }),
  fc.record({ kind: fc.constantFrom('open', 'type'), key, values }),
  fc.record({ kind: fc.constant('check'), key, names: fc.subarray(['note', 'amount']) }),
  fc.record({ kind: fc.constant('confirm'), key, isConfirming: fc.boolean() }),
  fc.record({ kind: fc.constant('fail'), key, error: fc.constantFrom('no', 'never') }),
  fc.record({ kind: fc.constant('close') }),
);
const history = fc.array(action, { maxLength: 30 });

test('what happens to one form changes nothing that a person has entered into another one', () => {
  fc.assert(
    fc.property(history, action, (actions, next) => {
      const before = actions.reduce(nextForms, NO_FORMS);
      fc.pre(
        before.open !== null && next.kind !== 'close' && next.kind !== 'open' && next.key !== before.open,
      );
      const { open } = before;
      const after = nextForms(before, next);
      assert.equal(after.open, open);
      assert.deepEqual(after.drafts.get(open ?? ''), before.drafts.get(open ?? ''));
      assert.equal(after.errors.get(open ?? ''), before.errors.get(open ?? ''));
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

test('an error is gone when its form is opened, sent or left, and when a person types', () => {
  fc.assert(
    fc.property(history, key, fc.constantFrom('open', 'send', 'type', 'done'), (actions, one, kind) => {
      const after = nextForms(actions.reduce(nextForms, NO_FORMS), { kind, key: one, values: {} });
      assert.equal(after.errors.has(one), false);
    }),
  );
});

test('the open form has a draft, and a closed one only while it is sent, or after that has failed', () => {
  fc.assert(
    fc.property(history, (actions) => {
      const { open, drafts } = actions.reduce(nextForms, NO_FORMS);
      assert.ok(open === null || drafts.has(open));
      const sent = new Set(actions.flatMap((one) => (one.kind === 'send' ? [one.key] : [])));
      for (const one of drafts.keys()) assert.ok(one === open || sent.has(one), one);
    }),
  );
});

const run = (...actions: readonly FormsAction[]) => actions.reduce(nextForms, NO_FORMS);

test('what was entered is there again if the request fails after the form was left', () => {
  const failed = run(
    { kind: 'open', key: 'A', values: { amount: '1' } },
    { kind: 'type', key: 'A', values: { note: 'long' } },
    { kind: 'send', key: 'A' },
    { kind: 'open', key: 'B' },
    { kind: 'fail', key: 'A', error: 'no' },
  );
  assert.equal(failed.open, 'B');
  assert.equal(failed.errors.get('A'), 'no');
  const again = nextForms(failed, { kind: 'open', key: 'A', values: { amount: '2' } });
  assert.deepEqual(again.drafts.get('A')?.values, { amount: '1', note: 'long' });
  assert.equal(again.drafts.has('B'), false);
});

test('a form that a person has left begins anew', () => {
  const { drafts } = run(
    { kind: 'open', key: 'A', values: { amount: '1' } },
    { kind: 'type', key: 'A', values: { amount: '7' } },
    { kind: 'close' },
    { kind: 'open', key: 'A', values: { amount: '2' } },
  );
  assert.deepEqual(drafts.get('A')?.values, { amount: '2' });
});

test('a fault is shown of a field that was left, and no more once a person types', () => {
  const left = run(
    { kind: 'open', key: 'A', values: { address: '', amount: '1,5' } },
    { kind: 'check', key: 'A', names: ['address', 'amount'] },
    { kind: 'confirm', key: 'A', isConfirming: true },
  );
  assert.deepEqual([...(left.drafts.get('A')?.checked ?? [])], ['address', 'amount']);
  const draft = nextForms(left, {
    kind: 'type',
    key: 'A',
    values: { address: '', amount: '1.5' },
  }).drafts.get('A');
  assert.deepEqual([...(draft?.checked ?? [])], ['address'], 'a value that is the same was not changed');
  assert.equal(draft?.isConfirming, false, 'other values are confirmed anew');
});
