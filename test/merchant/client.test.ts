import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createMerchantClient, type MerchantResult } from '../../src/merchant/entry.js';
import { createMerchantSession, type MerchantScope } from '../../src/proxy/server.js';
import { MERCHANT_SCOPES } from '../../src/protocol/index.js';
import { invoiceOf } from '../proxy/test-environment.js';
import { MERCHANT_SECRET, startMerchant } from './staff.js';
import { signToken } from '../../src/proxy/domain/jwt.js';

const ENDPOINT = 'https://shop.example/crypto-checkout';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

function valueOf<T>(result: MerchantResult<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

/** A session that ended a while ago, as on a page whose device has slept. */
function expiredSession(person: string): Promise<string> {
  const clock = { nowMs: () => Date.now() - 1_000_000 };
  const claims = () => ({ sub: person, scope: MERCHANT_SCOPES.join(' ') });
  return signToken('merchant-session+jwt', claims, {
    ...{ secret: MERCHANT_SECRET, expiresInSeconds: 900, clock },
  });
}

/** A client in a page, whose requests reach a running proxy. `nowMs` is the clock of the page. */
async function openDesk(t: TestContext, scopes: readonly MerchantScope[] = MERCHANT_SCOPES) {
  const environment = await startMerchant(t);
  const sent: Sent[] = [];
  const tokens: string[] = [];
  const page = { nowMs: 0, expiresInSeconds: 900, hasExpired: false };
  const client = createMerchantClient({
    endpoint: `${ENDPOINT}/`,
    nowMs: () => page.nowMs,
    session: async () => {
      const request = { person: `Maja ${tokens.length}`, scopes };
      const { expiresInSeconds } = page;
      const token = await (page.hasExpired
        ? expiredSession(request.person)
        : createMerchantSession(request, { secret: MERCHANT_SECRET, expiresInSeconds }));
      page.hasExpired = false;
      tokens.push(token);
      return token;
    },
    fetch: (input, init = {}) => {
      const url = String(input);
      sent.push({ url, init });
      const headers = Object.fromEntries(new Headers(init.headers));
      const body = typeof init.body === 'string' ? { text: init.body } : {};
      return environment.call(init.method ?? 'GET', url.slice(ENDPOINT.length), { ...body, headers });
    },
  });
  return { environment, client, sent, tokens, page };
}

describe('the client of the shop’s staff', { concurrency: 2 }, () => {
  it('reads attention, payments, balances and statistics, and decides', async (t) => {
    const { environment, client } = await openDesk(t);
    const { id: checkout } = await environment.open({ id: 'A-7' });
    const { id: uuid, amount } = invoiceOf(await environment.choose(checkout));
    await environment.control('payments', { uuid, amount: String(Number(amount) + 2.5) });
    await environment.becomes(checkout, 'overpaid');

    assert.equal(valueOf(await client.session()).person, 'Maja 0');
    const { items, count } = valueOf(await client.attention({ limit: 100 }));
    assert.deepEqual([count, items[0]?.kind], [1, 'owed']);
    const list = valueOf(await client.payments({ search: 'A-7', state: 'overpaid' }));
    assert.equal(list.count, 1);
    const id = list.payments[0]?.id ?? '';
    assert.equal(valueOf(await client.payments({ state: 'canceled' })).count, 0);
    const decision = { invoice: 1, about: 'owed', decision: 'accepted', amount: '2.5' } as const;
    const { decisions } = valueOf(await client.settle(id, decision));
    assert.equal(decisions[0]?.person, 'Maja 0');
    assert.equal(valueOf(await client.note(id, 'Called')).audit[0]?.action, 'payment.note');
    const { events } = valueOf(await client.payment(id));
    assert.equal(valueOf(await client.resend(events[0]?.id ?? '')).status, 'waiting');
    assert.ok(valueOf(await client.balances()).balances.length > 0);
    assert.equal(valueOf(await client.statistics('2026-11-01', '2026-11-30')).statuses.at(-1)?.status, 'all');
    const day = new Date(environment.sandbox.clock.nowMs()).toISOString().slice(0, 10);
    assert.equal(valueOf(await client.books(day, day, { limit: 1 })).rows.length, 1);
    assert.equal(valueOf(await client.bookSummary(day, day)).months.length, 1);
    assert.equal(valueOf(await client.reconciliation(day, day)).closes, true);
    assert.deepEqual(
      await client.cancel(id).then((result) => !result.ok && result.problem.code),
      'checkout_closed',
    );
  });

  it('reads an owed amount of an invoice whose amount the service has not stated', async () => {
    const order = { id: 'A-7', amount: '50.00', currency: 'EUR' };
    const about = { payment: 'abc', order, invoice: 1, currency: 'BTC', testMode: false };
    const money = { reason: 'underpaid', owed: '0.4', received: '0.4', amount: null };
    const time = '2026-11-21T10:00:00.000Z';
    const request = { person: 'Maja', scopes: MERCHANT_SCOPES };
    const item = { id: 'abc.1.owed', since: time, kind: 'owed', ...about, ...money, refunds: [] };
    const client = createMerchantClient({
      endpoint: ENDPOINT,
      session: () => createMerchantSession(request, { secret: MERCHANT_SECRET }),
      fetch: () =>
        Promise.resolve(Response.json({ items: [item], count: 1, money: 1, next: null, now: time })),
    });
    assert.deepEqual(valueOf(await client.attention({})).items, [item]);
  });

  it('sends the session in the header Authorization alone', async (t) => {
    const { client, sent, tokens } = await openDesk(t);
    await client.payments({ search: 'A-1' });
    await client.note('unknown', 'Called');
    const [token = ''] = tokens;
    assert.equal(sent.length, 2);
    for (const { url, init } of sent) {
      const { authorization, ...others } = Object.fromEntries(new Headers(init.headers));
      assert.equal(authorization, `Bearer ${token}`);
      assert.ok(!JSON.stringify([url, others, init.body ?? '']).includes(token));
    }
  });

  it('replaces a session a minute before it ends, once for requests at the same time', async (t) => {
    const { client, tokens, page } = await openDesk(t);
    await Promise.all([client.session(), client.session()]);
    page.nowMs = 838_000;
    await client.session();
    assert.equal(tokens.length, 1);
    page.nowMs = 842_000;
    const results = await Promise.all([client.session(), client.session()]);
    assert.deepEqual(
      results.map((result) => valueOf(result).person),
      ['Maja 1', 'Maja 1'],
    );
  });

  it('replaces a rejected session once, and then says that the person is signed out', async (t) => {
    const { environment, client, sent, tokens, page } = await openDesk(t);
    page.hasExpired = true;
    assert.equal(valueOf(await client.session()).person, 'Maja 1');
    assert.deepEqual([tokens.length, sent.length], [2, 2]);

    const refusing = createMerchantClient({
      session: () => Promise.resolve('a.b.c'),
      fetch: (_url, init = {}) => {
        sent.push({ url: '', init });
        return environment.call('GET', '/merchant/session', { headers: { authorization: 'Bearer a.b.c' } });
      },
    });
    const result = await refusing.session();
    assert.equal(!result.ok && result.problem.kind, 'session_ended');
    assert.equal(sent.length, 4, 'one retry');
  });

  it('tells a missing right, a refusal, and no answer apart', async (t) => {
    const { client } = await openDesk(t, ['payments:read']);
    const kindOf = async (result: Promise<MerchantResult<unknown>>) => {
      const found = await result;
      return found.ok || `${found.problem.kind} ${found.problem.code}`;
    };
    assert.equal(await kindOf(client.balances()), 'scope_missing scope_missing');
    assert.equal(await kindOf(client.payment('unknown')), 'refused checkout_not_found');
    const session = () => Promise.resolve('a.b.c');
    const answering = (answer: () => Promise<Response>) =>
      createMerchantClient({ session, fetch: answer }).payments({});
    assert.equal(
      await kindOf(answering(() => Promise.reject(new TypeError('offline')))),
      'unreachable undefined',
    );
    assert.equal(await kindOf(answering(async () => new Response('<html>'))), 'unreachable undefined');
    assert.equal(
      await kindOf(answering(async () => Response.json({ payments: 1 }))),
      'unreachable undefined',
    );
    const asleep = createMerchantClient({ session: () => Promise.reject(new TypeError('offline')) });
    assert.equal(await kindOf(asleep.session()), 'unreachable undefined');
    const forged = createMerchantClient({ session: () => Promise.resolve('x\r\nCookie: a') });
    assert.equal(await kindOf(forged.session()), 'session_ended undefined');
  });
});
