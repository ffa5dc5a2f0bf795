import assert from 'node:assert/strict';
import type { Requirement } from '../requirement.js';
import { PATHS, errorOf } from '../service.js';
import type { TestEnvironment } from '../test-environment.js';

/** Requests that are invalid by any reading, and would leave nothing behind. */
const INVALID: readonly (readonly [name: string, path: string, body: object | string])[] = [
  ['a creation whose body is no JSON', PATHS.create, '{"shop_id": '],
  ['a creation with an empty body object', PATHS.create, {}],
  ['a list without dates', PATHS.list, {}],
  ['information whose uuids are no array', PATHS.info, { uuids: 7 }],
];

/** "Errors". */
export function errors(say: Requirement, environment: TestEnvironment): void {
  for (const [name, path, body] of INVALID) {
    say(`The error envelope is status "error" and a result object with the reason: ${name}`, [], async () => {
      const reasons = Object.values(errorOf(await environment.service.call(path, body)));
      assert.ok(reasons.length > 0, 'result is empty');
    });
  }
  const broken = (): ReturnType<typeof environment.service.call> =>
    environment.service.call(PATHS.create, '{"shop_id": ');
  say('Invalid request: code 400', [], async () => {
    const { status, text } = await broken();
    assert.equal(status, 400, text);
  });
  say('Invalid request: error key Bad request', [], async () => {
    const answer = await broken();
    assert.ok('Bad request' in errorOf(answer), answer.text);
  });
}
