import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, it } from 'node:test';
import { decodeJwt, SignJWT } from 'jose';
import { createOrderToken, MERCHANT_SCOPES } from '../../src/proxy/settings.js';
import { commandLine, ORDER_SECRET } from './command-line.js';
import { MERCHANT_SECRET, PAYOUT_SECRET, servedStaff, startDesk } from './desk-fixture.js';
import { program } from './program.js';
import { listen, portOf } from '../listen.js';
import { paymentIdOf } from '../../src/proxy/domain/record.js';

const SESSION = '/crypto-checkout/merchant/session';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('the link of the desk', () => {
  it('opens one page, once', async (t) => {
    const shell = await servedStaff(t);
    const { call, secret } = await startDesk(shell);
    const first = await call('POST', '/open', {}, secret);
    assert.equal(first.status, 200);
    assert.match(first.text, /^[\w-]{43}$/);
    assert.notEqual(first.text, secret, 'the key of the page is another secret');
    const second = await call('POST', '/open', {}, secret);
    assert.deepEqual([second.status, second.text], [403, 'The link was used before, or has expired.']);
  });

  it('cannot be guessed, and a guess does not use it up', async (t) => {
    const { call, secret, open } = await startDesk(await servedStaff(t));
    assert.ok(Buffer.from(secret, 'base64url').length >= 32, 'at least 256 bits');
    for (const guess of ['', 'x', secret.slice(0, -1), `${secret}A`, secret.toUpperCase(), 'a'.repeat(43)])
      assert.equal((await call('POST', '/open', {}, guess)).status, 403, guess);
    assert.match(await open(), /^[\w-]{43}$/);
  });

  it('works for five minutes', async (t) => {
    const shell = await servedStaff(t);
    const { call, secret } = await startDesk(shell);
    shell.host.aheadMs = 5 * 60_000;
    assert.equal((await call('POST', '/open', {}, secret)).status, 403);
  });

  it('is printed on the standard output alone, and nothing is printed about requests', async (t) => {
    const shell = await servedStaff(t);
    const { running, secret, open, signIn, call } = await startDesk(shell);
    const key = await open();
    const session = await signIn(key);
    await call('GET', `${SESSION}?session=${session}`, bearer(session));
    assert.equal(running.errors(), '');
    assert.equal(running.output().split(secret).length, 2, 'once');
    const printed = running.output() + shell.proxy.output() + shell.proxy.errors();
    for (const hidden of [key, session]) assert.ok(!printed.includes(hidden));
    assert.ok(!(shell.proxy.output() + shell.proxy.errors()).includes(secret));
  });
});

describe('the desk answers only the page of its person', () => {
  it('refuses every other host, origin and site, on every path', async (t) => {
    const { call, origin, open, signIn } = await startDesk(await servedStaff(t));
    const key = await open();
    const session = await signIn(key);
    const port = new URL(origin).port;
    const paths = [
      ['GET', '/'],
      ['GET', '/desk.css'],
      ['GET', '/merchant-elements.js'],
      ['POST', '/open'],
      ['POST', '/session'],
      ['POST', '/payouts/sign'],
      ['GET', SESSION],
      ['POST', '/crypto-checkout/merchant/payments/x/note'],
    ] as const;
    for (const [method, path] of paths) {
      const authorization = path.startsWith('/crypto') ? bearer(session) : bearer(key);
      // A name that an attacker points to this address (DNS rebinding).
      for (const host of ['attacker.example', `attacker.example:${port}`, `localhost:${port}`, '127.0.0.1'])
        assert.equal((await call(method, path, { ...authorization, host })).status, 403, `${path} ${host}`);
      for (const other of [
        'https://attacker.example',
        'null',
        `https://127.0.0.1:${port}`,
        'http://127.0.0.1:1',
      ])
        assert.equal((await call(method, path, { ...authorization, origin: other })).status, 403, other);
      if (path !== '/')
        for (const site of ['cross-site', 'same-site', 'none'])
          assert.equal((await call(method, path, { ...authorization, 'sec-fetch-site': site })).status, 403);
    }
    // A form of another page sends no header that it could choose, and a request without an origin is none of the page.
    const form = { 'origin': null, 'content-type': 'text/plain', ...bearer(key) };
    assert.equal((await call('POST', '/session', form)).status, 403);
    assert.equal((await call('POST', '/session', bearer(key))).status, 200);
  });

  it('lets no other page read or embed anything', async (t) => {
    const { call } = await startDesk(await servedStaff(t));
    for (const path of ['/', '/desk.css', '/merchant-elements.js', '/none', SESSION]) {
      const { headers } = await call('GET', path);
      assert.match(String(headers['content-security-policy']), /^default-src 'none'; script-src 'self'; /);
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'$/);
      assert.doesNotMatch(String(headers['content-security-policy']), /unsafe|\*|https?:/);
      assert.equal(headers['x-frame-options'], 'DENY');
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.equal(headers['x-robots-tag'], 'noindex, nofollow');
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
      assert.equal(headers['access-control-allow-origin'], undefined);
      assert.equal(headers['set-cookie'], undefined);
    }
    const preflight = await call('OPTIONS', '/session', { 'access-control-request-method': 'POST' });
    assert.equal(preflight.status, 403);
  });

  it('cannot be reached from another machine', async (t) => {
    const { origin } = await startDesk(await servedStaff(t));
    const others = Object.values(networkInterfaces()).flatMap((list = []) =>
      list.map(({ address }) => address).filter((address) => address !== '127.0.0.1'),
    );
    // Only the address itself is bound, not even the rest of the loopback network.
    for (const host of [...others, '127.0.0.2', '::1']) {
      const socket = connect({ host, port: Number(new URL(origin).port) });
      const outcome = await Promise.race([
        once(socket, 'connect').then(() => 'connected'),
        new Promise<string>((resolve) => socket.once('error', () => resolve('refused'))),
      ]);
      socket.destroy();
      assert.equal(outcome, 'refused', host);
    }
  });

  it('serves the staff alone: no path of payers, no file beside the elements', async (t) => {
    const { call, open, signIn } = await startDesk(await servedStaff(t));
    const session = await signIn(await open());
    for (const path of [
      '/crypto-checkout/elements.js',
      '/crypto-checkout/checkouts/x',
      '/crypto-checkout/merchant/../checkouts/x',
      '/crypto-checkout/merchant/%2e%2e/healthz',
      '/elements.js',
      '/package.json',
      '/merchant-elements/../../package.json',
    ])
      assert.equal((await call('GET', path, bearer(session))).status, 404, path);
    const inside = await call('GET', '/crypto-checkout/merchant/..%2fhealthz', bearer(session));
    assert.equal(inside.status, 404);
    assert.equal((await call('POST', '/session', bearer('x'), 'x'.repeat(30_000))).status, 401);
    assert.equal((await call('POST', '/open', {}, 'x'.repeat(30_000))).status, 413);
  });
});

describe('a session of the desk', () => {
  it('is of its person and scopes, short, and new with each request of the page', async (t) => {
    const shell = await servedStaff(t);
    const scopes = ['payments:read', 'statistics:read'];
    const desk = await startDesk(shell, 'Jon Berg', ['--scopes', scopes.join(',')]);
    const key = await desk.open();
    const session = await desk.signIn(key);
    const { sub, scope, iat = 0, exp = 0 } = decodeJwt(session);
    assert.deepEqual([sub, scope], ['Jon Berg', scopes.join(' ')]);
    assert.ok(exp - iat <= 901);
    const { status, text } = await desk.call('GET', SESSION, bearer(session));
    assert.equal(status, 200);
    assert.equal(JSON.parse(text).person, 'Jon Berg');
    const next = await desk.signIn(key);
    assert.ok((decodeJwt(next).iat ?? 0) > iat, 'the page gets sessions as long as the command runs');
  });

  it('is signed for the page alone', async (t) => {
    const shell = await servedStaff(t);
    const desk = await startDesk(shell);
    const session = await desk.signIn(await desk.open());
    for (const other of ['', 'x', desk.secret, session])
      assert.equal((await desk.call('POST', '/session', bearer(other))).status, 401);
    const another = await startDesk(shell, 'Jon Berg');
    const foreign = await desk.call('POST', '/session', bearer(await another.open()));
    assert.equal(foreign.status, 401, 'the key of another desk');
  });

  it('is accepted in the header Authorization alone', async (t) => {
    const desk = await startDesk(await servedStaff(t));
    const key = await desk.open();
    const session = await desk.signIn(key);
    for (const name of ['session', 'access_token', 'authorization'])
      assert.equal((await desk.call('GET', `${SESSION}?${name}=${session}`)).status, 401);
    assert.equal((await desk.call('GET', SESSION, { cookie: `session=${session}` })).status, 401);
    assert.equal((await desk.call('POST', `/session?key=${key}`)).status, 401);
    assert.equal((await desk.call('POST', '/session', { cookie: `key=${key}` })).status, 401);
  });

  it('is refused if it is forged, expired, of another purpose, or lacks the scope', async (t) => {
    const shell = await servedStaff(t);
    const { call, open, signIn } = await startDesk(shell, 'Maja Lind', ['--scopes', 'statistics:read']);
    const now = Math.floor(Date.now() / 1000);
    const claims = { sub: 'Maja Lind', scope: MERCHANT_SCOPES.join(' '), iat: now, exp: now + 600 };
    const sign = (changes: object, typ = 'merchant-session+jwt', secret = MERCHANT_SECRET) =>
      new SignJWT({ ...claims, ...changes })
        .setProtectedHeader({ alg: 'HS256', typ })
        .sign(new TextEncoder().encode(secret));
    const order = { id: 'A-1', amount: '49', currency: 'EUR' };
    const cases: Readonly<Record<string, string>> = {
      'signed with the secret of orders': await sign({}, undefined, ORDER_SECRET),
      'signed with the secret of payouts': await sign({}, undefined, PAYOUT_SECRET),
      'expired': await sign({ iat: now - 700, exp: now - 100 }),
      'valid for too long': await sign({ exp: now + 3600 }),
      'of a payout': await sign({}, 'payout-approval+jwt'),
      'an order token': await createOrderToken(order, { secret: ORDER_SECRET }),
      'an order token with the secret of the staff': await createOrderToken(order, {
        secret: MERCHANT_SECRET,
      }),
      'the link of a payer': new URL(shell.paymentLink).pathname.split('/').at(-1) ?? '',
    };
    for (const [name, token] of Object.entries(cases))
      for (const path of [SESSION, '/crypto-checkout/merchant/payments'])
        assert.equal((await call('GET', path, bearer(token))).status, 401, name);
    const session = await signIn(await open());
    for (const path of ['payments', 'attention', 'audit', 'balances', 'payouts'])
      assert.equal(
        (await call('GET', `/crypto-checkout/merchant/${path}`, bearer(session))).status,
        403,
        path,
      );
    const note = { ...bearer(session), 'content-type': 'application/json' };
    const noted = await call('POST', '/crypto-checkout/merchant/payments/x/note', note, '{"note":"x"}');
    assert.equal(noted.status, 403);
  });

  it('acts under the name of the person, also if the proxy allows only pages of the shop', async (t) => {
    const shell = await servedStaff(t);
    const { call, open, signIn } = await startDesk(shell);
    const headers = { 'content-type': 'application/json', 'origin': 'https://shop.example' };
    const order = shell.paymentLink.split('/').at(-1);
    const opened = await fetch(`${shell.base}/checkouts`, {
      ...{ method: 'POST', headers, body: JSON.stringify({ order }) },
    });
    const { id } = (await opened.json()) as { readonly id: string };
    const asStaff = { ...bearer(await signIn(await open())), 'content-type': 'application/json' };
    const path = `/crypto-checkout/merchant/payments/${paymentIdOf(id)}`;
    assert.equal((await call('POST', `${path}/note`, asStaff, '{"note":"Called twice"}')).status, 200);
    const { audit } = JSON.parse((await call('GET', path, asStaff)).text) as {
      readonly audit: readonly { readonly person: string; readonly after: string | null }[];
    };
    assert.deepEqual([audit[0]?.person, audit.length], ['Maja Lind', 1]);
    // A page cannot do without an origin: the browser sends it.
    const foreign = await fetch(`${shell.base}/merchant/payments/${paymentIdOf(id)}/note`, {
      ...{ method: 'POST', body: '{"note":"x"}' },
      headers: { ...asStaff, origin: 'https://attacker.example' },
    });
    assert.equal(foreign.status, 403);
  });
});

describe('the command desk', () => {
  it('ends with 0 at Ctrl-C, with an open stream too', async (t) => {
    const shell = await servedStaff(t);
    const desk = program(t, ['desk', '--person', 'Maja Lind', '--url', shell.base], shell.env);
    const link = await new Promise<string>((resolve) => {
      desk.child.stdout?.on('data', () => {
        const [found] = /http:\S+#\S+/.exec(desk.output()) ?? [];
        if (found) resolve(found);
      });
    });
    const { origin, hash } = new URL(link);
    const page = { origin };
    const key = await (
      await fetch(`${origin}/open`, { method: 'POST', headers: page, body: hash.slice(1) })
    ).text();
    const asked = { method: 'POST', headers: { ...page, ...bearer(key) } };
    const session = await (await fetch(`${origin}/session`, asked)).text();
    const stream = await fetch(`${origin}/crypto-checkout/merchant/events`, { headers: bearer(session) });
    assert.match(String(stream.headers.get('content-type')), /^text\/event-stream/);
    const reader = stream.body?.getReader();
    assert.match(new TextDecoder().decode((await reader?.read())?.value), /event: change/);
    desk.child.kill('SIGINT');
    assert.equal(await desk.ended, 0, desk.errors());
    assert.match(desk.output(), /\nstopped\n$/);
    await reader?.cancel().catch(() => undefined);
  });

  it('says that payouts can only be read without their secret', async (t) => {
    const shell = await servedStaff(t);
    const note = /^payouts are read-only: CRYPTO_CHECKOUT_PAYOUT_SECRET is not set\. To propose and approve/m;
    const { running } = await startDesk(shell);
    assert.match(running.output(), note);
    const reader = await startDesk(shell, 'Jon Berg', ['--scopes', 'payments:read']);
    assert.doesNotMatch(reader.running.output(), note);
    shell.env['CRYPTO_CHECKOUT_PAYOUT_SECRET'] = PAYOUT_SECRET;
    assert.doesNotMatch((await startDesk(shell)).running.output(), note);
  });

  it('says in one line what is missing or wrong, by its name', async (t) => {
    const shell = await servedStaff(t);
    const other = createServer((_, response) => void response.writeHead(404).end());
    await listen(t, other);
    const taken = portOf(other);
    const named = ['desk', '--person', 'Maja Lind', '--url', shell.base];
    const cases: readonly (readonly [args: readonly string[], env: object, code: number, message: RegExp])[] =
      [
        [['desk'], {}, 2, /required option '--person <name>' not specified/],
        [
          ['desk', '--person', ' '],
          {},
          2,
          /'--person <name>' argument ' ' is invalid\. Use 1 to 100 characters/,
        ],
        [[...named, '--scopes', 'all'], {}, 2, /'all' is invalid\. Use one or more of payments:read, /],
        [[...named, '--port', '70000'], {}, 2, /Use a whole number from 0 to 65535/],
        [
          [...named, '--port', String(taken)],
          {},
          1,
          /^port \d+ on 127\.0\.0\.1 is taken\. .* with --port\.\n$/,
        ],
        [
          ['desk', '--person', 'M', '--url', 'http://pay.example'],
          {},
          2,
          /Use https:\/\/, or http:\/\/ on this machine/,
        ],
        [
          named,
          { CRYPTO_CHECKOUT_MERCHANT_SECRET: '' },
          2,
          /^CRYPTO_CHECKOUT_MERCHANT_SECRET is not set\. Set it to .*\n$/,
        ],
        [
          named,
          { CRYPTO_CHECKOUT_MERCHANT_SECRET: 'short' },
          2,
          /^CRYPTO_CHECKOUT_MERCHANT_SECRET has 5 bytes\. /,
        ],
        [
          named,
          { CRYPTO_CHECKOUT_PAYOUT_SECRET: 'short' },
          2,
          /^CRYPTO_CHECKOUT_PAYOUT_SECRET has 5 bytes\. /,
        ],
        [
          named,
          { CRYPTO_CHECKOUT_PAYOUT_SECRET: MERCHANT_SECRET },
          2,
          /^CRYPTO_CHECKOUT_MERCHANT_SECRET and CRYPTO_CHECKOUT_PAYOUT_SECRET are the same secret\. /,
        ],
        [
          named,
          { CRYPTO_CHECKOUT_MERCHANT_SECRET: PAYOUT_SECRET },
          1,
          /rejects the session\. Set CRYPTO_CHECKOUT_MERCHANT_SECRET to the same secret/,
        ],
        [
          ['desk', '--person', 'M', '--url', `http://127.0.0.1:${taken}`],
          {},
          1,
          /does not serve the staff\. Set CRYPTO_CHECKOUT_MERCHANT_SECRET for serve, or merchant\.secrets in your own program/,
        ],
        [
          ['desk', '--person', 'M', '--url', 'http://127.0.0.1:9/x'],
          {},
          1,
          /^the proxy at http:\/\/127\.0\.0\.1:9\/x does not respond/,
        ],
      ];
    const env = { ...shell.env };
    for (const [args, changes, code, message] of cases) {
      Object.assign(shell.env, env, changes);
      if (!('CRYPTO_CHECKOUT_PAYOUT_SECRET' in changes)) delete shell.env['CRYPTO_CHECKOUT_PAYOUT_SECRET'];
      const { exitCode, errors, output } = await shell.type(args);
      assert.match(errors, message);
      assert.equal(exitCode, code, errors);
      assert.equal(output, '');
    }
  });

  it('finds the proxy by the variables of serve, with a port of the staff alone', async (t) => {
    const shell = await commandLine(t);
    Object.assign(shell.env, { CRYPTO_CHECKOUT_MERCHANT_SECRET: MERCHANT_SECRET, PORT: '9' });
    const named = async (variables: object) => {
      Object.assign(shell.env, variables);
      return /the proxy at (\S+) does not respond/.exec(
        (await shell.type(['desk', '--person', 'M'])).errors,
      )?.[1];
    };
    assert.equal(await named({}), 'http://127.0.0.1:9/crypto-checkout');
    assert.equal(
      await named({ HOST: '0.0.0.0', CRYPTO_CHECKOUT_BASE_PATH: '/pay' }),
      'http://127.0.0.1:9/pay',
    );
    assert.equal(await named({ CRYPTO_CHECKOUT_MERCHANT_PORT: '1' }), 'http://127.0.0.1:1/pay');
  });
});
