import assert from 'node:assert/strict';
import type { Requirement } from '../requirement.js';
import { PATHS } from '../service.js';
import type { TestEnvironment } from '../test-environment.js';

/** The example of the document. Only its answer to a wrong key is described. */
const FORMER_PATH = '/v1/invoice/create';

/** "Versioning". */
export function versioning(say: Requirement, environment: TestEnvironment): void {
  const { service } = environment;
  say('The current interface carries the path prefix /v2/', [], async () => {
    const { body } = await service.call(PATHS.create.replace('/v2/', '/'), {});
    assert.notEqual(body['status'], 'success');
  });
  const wrong = { authorization: 'Token wrong-key-of-the-conformance-suite' };
  say('The previous interface reports a wrong key with HTTP 401', [], async () => {
    const { status, text } = await service.call(FORMER_PATH, {}, wrong);
    assert.equal(status, 401, text);
  });
  say('The previous interface reports a wrong key with a body {message: <text>}', [], async () => {
    const { body, text } = await service.call(FORMER_PATH, {}, wrong);
    assert.ok(typeof body['message'] === 'string' && body['message'] !== '', text);
  });
  say('The previous interface uses the same header: the right key is not refused with 401', [], async () => {
    const { status, text } = await service.call(FORMER_PATH, {});
    assert.notEqual(status, 401, text);
  });
}
