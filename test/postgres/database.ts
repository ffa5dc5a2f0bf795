import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rows, SERVER } from '../proxy/test-stores.js';

/** The URL of a new and empty database; its content is lost with the server. */
export async function freshDatabase(): Promise<string> {
  assert.ok(SERVER, 'these tests run beside a server: npm run test:postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await rows(`${SERVER}/postgres`, `create database ${name}`);
  return `${SERVER}/${name}`;
}
