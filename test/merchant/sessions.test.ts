import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { SignJWT } from 'jose';
import { createMerchantSession } from '../../src/proxy/server.js';
import { toNodeListener } from '../../src/proxy/node.js';
import { MERCHANT_SCOPES, type MerchantSession } from '../../src/protocol/index.js';
import { ROUTES } from '../../src/proxy/http/routes.js';
import { json, orderToken, problemOf, SECRETS, startEnvironment } from '../proxy/test-environment.js';
import { MERCHANT_SECRET, signIn, startMerchant } from './staff.js';
import { listen } from '../listen.js';

const STAFF_ROUTES = ROUTES.filter(({ caller }) => caller === 'staff');

const sign = (claims: Readonly<Record<string, unknown>>, typ: string, secret = MERCHANT_SECRET) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ }).sign(new TextEncoder().encode(secret));

describe('a merchant session', { concurrency: 2 }, () => {
  it('names the person and what they may do', async (t) => {
    const staff = signIn(await startMerchant(t), 'Jon Berg', ['payments:read', 'payouts:approve']);
    const session = await staff.get<MerchantSession>('/session');
    assert.equal(session.person, 'Jon Berg');
    assert.deepEqual(session.scopes, ['payments:read', 'payouts:approve']);
    assert.ok(Date.parse(session.expiresAt) - Date.parse(session.now) <= 901_000);
  });

  it('is required on every path of the staff, and none of them exists without merchant secrets', async (t) => {
    const [open, closed] = await Promise.all([startMerchant(t), startEnvironment(t)]);
    for (const { method, path } of STAFF_ROUTES) {
      const concrete = path.replace(':id', 'x');
      assert.equal((await open.call(method, concrete)).status, 401, path);
      const missing = await closed.call(method, concrete);
      assert.equal(missing.status, 404, path);
      assert.equal((await problemOf(missing)).code, 'not_found', path);
    }
  });

  it('is refused if it is forged, expired, too long, from the future, or made for another purpose', async (t) => {
    const environment = await startMerchant(t);
    const now = Math.floor(Date.now() / 1000);
    const claims = { sub: 'Maja Lind', scope: MERCHANT_SCOPES.join(' '), iat: now, exp: now + 600 };
    const type = 'merchant-session+jwt';
    const good = await sign(claims, type);
    const cases: Readonly<Record<string, string>> = {
      'other secret': await sign(claims, type, SECRETS.orderSecret),
      'expired': await sign({ ...claims, iat: now - 700, exp: now - 100 }, type),
      'too long': await sign({ ...claims, exp: now + 3600 }, type),
      'future': await sign({ ...claims, iat: now + 600, exp: now + 900 }, type),
      'order token': await orderToken(),
      'other type': await sign(claims, 'order+jwt'),
      'no type': await sign(claims, 'JWT'),
      'no person': await sign({ ...claims, sub: '' }, type),
      // The first character of the signature: some bits of the last one say nothing.
      'changed': good.replace(/(?<=\.)[^.](?=[^.]*$)/, (first) => (first === 'A' ? 'B' : 'A')),
      'unsigned': `${Buffer.from('{"alg":"none","typ":"merchant-session+jwt"}').toString('base64url')}.${good.split('.')[1]}.`,
    };
    const call = (token: string) =>
      environment.call('GET', '/merchant/session', { headers: { authorization: `Bearer ${token}` } });
    assert.equal((await call(good)).status, 200);
    for (const [name, token] of Object.entries(cases)) {
      const response = await call(token);
      assert.equal(response.status, 401, name);
      assert.equal((await problemOf(response)).code, 'session_required', name);
    }
    const inUrl = await environment.call('GET', `/merchant/session?session=${good}`);
    const inCookie = await environment.call('GET', '/merchant/session', {
      headers: { cookie: `session=${good}` },
    });
    assert.deepEqual([inUrl.status, inCookie.status], [401, 401]);
    assert.ok(!environment.logLines.join('').includes(good), 'no session in the log');
  });

  it('is judged by the system time, wherever the clock of the proxy is', async (t) => {
    const environment = await startMerchant(t);
    const staff = signIn(environment);
    environment.sandbox.clock.advance(12 * 3600);
    const session = await staff.get<MerchantSession>('/session');
    const leftMs = Date.parse(session.expiresAt) - Date.parse(session.now);
    assert.ok(leftMs > 600_000 && leftMs <= 901_000, `${leftMs} ms are left`);
    const stream = (await staff.call('GET', '/events')).body?.getReader();
    assert.equal((await stream?.read())?.done, false);
    // A change reaches the stream, which has not ended with a session of another time.
    await environment.open();
    assert.equal((await stream?.read())?.done, false);
    await stream?.cancel();
  });

  it('allows nothing beyond its scopes', async (t) => {
    const staff = signIn(await startMerchant(t), 'Maja Lind', []);
    for (const { method, path } of STAFF_ROUTES.filter(({ id }) => id !== 'getMerchantSession')) {
      const response = await staff.call(method, path.replace('/merchant', '').replace(':id', 'x'));
      assert.equal(response.status, 403, path);
      assert.equal((await problemOf(response)).code, 'scope_missing', path);
    }
  });

  it('does not let a page of another origin act', async (t) => {
    const environment = await startMerchant(t);
    const session = await createMerchantSession(
      { person: 'Maja Lind', scopes: ['payments:settle'] },
      { secret: MERCHANT_SECRET },
    );
    const headers = { authorization: `Bearer ${session}`, origin: 'https://attacker.example' };
    const response = await environment.call('POST', '/merchant/payments/x/note', { headers });
    assert.equal(response.status, 403);
    assert.equal((await problemOf(response)).code, 'origin_not_allowed');
    for (const { method, path } of STAFF_ROUTES.filter((route) => route.method === 'POST')) {
      const other = await environment.call(method, path.replace(':id', 'x'), { headers });
      assert.equal(other.status, 403, path);
    }
  });

  it('is not replaced by the link of a payer, on any path of the staff, nor of use on a path of payers', async (t) => {
    const environment = await startMerchant(t);
    const { id } = await environment.open();
    for (const token of [id, await orderToken(), 'k'.repeat(43)])
      for (const { method, path } of STAFF_ROUTES) {
        const headers = { authorization: `Bearer ${token}` };
        const response = await environment.call(method, path.replace(':id', id), { headers });
        assert.equal(response.status, 401, path);
      }
    const session = await createMerchantSession(
      { person: 'Maja Lind', scopes: MERCHANT_SCOPES },
      { secret: MERCHANT_SECRET },
    );
    const opened = await environment.call('POST', '/checkouts', { body: { order: session } });
    assert.equal(opened.status, 404);
    assert.equal((await problemOf(opened)).code, 'order_not_found');
  });

  it('cannot be signed for too long, for an unknown scope, without a person, or with a short secret', async () => {
    const options = { secret: MERCHANT_SECRET };
    const person = 'Maja Lind';
    const scopes = ['payments:read'] as const;
    const forTooLong = createMerchantSession({ person, scopes }, { ...options, expiresInSeconds: 901 });
    await assert.rejects(forTooLong, /expiresInSeconds is invalid \(901\)\. Pass 1 to 900 seconds/);
    await assert.rejects(
      createMerchantSession({ person, scopes: ['all' as 'payments:read'] }, options),
      /scopes contains "all"/,
    );
    for (const invalid of ['', ' ', '\u200d', 'a\0', 'a\nb', 'a\u202e', '\ud800'])
      await assert.rejects(createMerchantSession({ person: invalid, scopes }, options), /person is invalid/);
    await assert.rejects(createMerchantSession({ person, scopes }, { secret: 'short' }), /at least 32/);
  });

  it('works only on the separate server, if there is one', async (t) => {
    const environment = await startMerchant(t, {
      proxy: { merchant: { secrets: [MERCHANT_SECRET], separate: true } },
    });
    const server = createServer(toNodeListener(environment.proxy.merchant));
    assert.equal((await signIn(environment).call('GET', '/session')).status, 404);
    const base = `${await listen(t, server)}/crypto-checkout`;
    const separate = signIn({
      ...environment,
      call: (method, path, { headers = {} } = {}) => fetch(base + path, { method, headers }),
    });
    assert.equal((await separate.call('GET', '/session')).status, 200);
    const { id } = await environment.open();
    assert.equal((await fetch(`${base}/checkouts/${id}`)).status, 404);
    assert.equal((await json<{ id: string }>(await environment.call('GET', `/checkouts/${id}`))).id, id);
  });
});
