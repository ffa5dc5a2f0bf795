import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { decodeJwt } from 'jose';
import { payoutDigest, readProposal } from '../../src/proxy/settings.js';
import { PAYOUT_SECRET, servedStaff, startDesk, type DeskShell, type Raw } from './desk-fixture.js';
import { listen } from '../listen.js';

const ADDRESS = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';
const PROPOSAL = {
  kind: 'proposal',
  currency: 'USDT_TRC20',
  address: ADDRESS,
  amount: '12.5',
  purpose: null,
};
const SIGNED = { CRYPTO_CHECKOUT_PAYOUT_SECRET: PAYOUT_SECRET };
const PAYOUTS = '/crypto-checkout/merchant/payouts';

/** The desk of a person, with their page open. */
async function openDesk(shell: Pick<DeskShell, 'start' | 'base'>, person: string) {
  const desk = await startDesk(shell, person);
  const key = await desk.open();
  const asPage = { 'authorization': `Bearer ${key}`, 'content-type': 'application/json' };
  const sign = (signing: object): Promise<Raw> =>
    desk.call('POST', '/payouts/sign', asPage, JSON.stringify(signing));
  const call = async (method: string, path: string, body?: object): Promise<Raw> => {
    const session = { ...asPage, authorization: `Bearer ${await desk.signIn(key)}` };
    return desk.call(method, path, session, body && JSON.stringify(body));
  };
  return {
    ...desk,
    sign,
    propose: async () => call('POST', PAYOUTS, { proposal: (await sign(PROPOSAL)).text }),
    send: call,
  };
}

const payoutOf = ({ status, text }: Raw) => {
  assert.ok(status < 300, `${status} ${text}`);
  return JSON.parse(text) as { readonly id: string; readonly digest: string; readonly state: string };
};

/** The proxy without its API: its answer about payouts is what an attacker wants. */
async function lyingProxy(t: TestContext, payouts: readonly object[]): Promise<string> {
  const server = createServer((_, response) => void response.end(JSON.stringify({ payouts, person: 'x' })));
  return listen(t, server);
}

describe('payouts at two desks', () => {
  it('are proposed at one and approved at the other', async (t) => {
    const shell = await servedStaff(t, SIGNED);
    const [maja, jon] = [await openDesk(shell, 'Maja Lind'), await openDesk(shell, 'Jon Berg')];
    const payout = payoutOf(await maja.propose());
    const { text: approval, status } = await jon.sign({ kind: 'approval', digest: payout.digest });
    assert.equal(status, 200, approval);
    assert.deepEqual([decodeJwt(approval).sub, decodeJwt(approval)['digest']], ['Jon Berg', payout.digest]);
    const approved = await jon.send('POST', `${PAYOUTS}/${payout.id}/approve`, { approval });
    assert.equal(payoutOf(approved).state, 'approved');
  });

  it('are never approved by the desk of the person who proposed them', async (t) => {
    const shell = await servedStaff(t, { ...SIGNED, CRYPTO_CHECKOUT_ONE_PERSON_PAYOUTS: '1' });
    const maja = await openDesk(shell, 'Maja Lind');
    const { id, digest } = payoutOf(await maja.propose());
    const own = await maja.sign({ kind: 'approval', digest });
    assert.deepEqual(
      [own.status, own.text],
      [403, 'Another person must approve this payout, since you proposed it.'],
    );
    // Nor by one that was started later, or with the token of an approval that is somebody else's.
    const later = await openDesk(shell, 'Maja Lind');
    assert.equal((await later.sign({ kind: 'approval', digest })).status, 403);
    const jon = await openDesk(shell, 'Jon Berg');
    const { text: approval } = await jon.sign({ kind: 'approval', digest });
    assert.equal((await maja.send('POST', `${PAYOUTS}/${id}/approve`, { approval })).status, 403);
  });

  it('are not approved if the proxy lies about who proposed them, or about what they are', async (t) => {
    const listed = {
      id: 'p-1',
      currency: 'USDT_TRC20',
      address: ADDRESS,
      amount: '1',
      proposedBy: 'Jon Berg',
    };
    const base = await lyingProxy(t, [listed]);
    const { env, start } = await servedStaff(t, SIGNED);
    Object.assign(env, SIGNED);
    const maja = await openDesk({ start, base }, 'Maja Lind');
    const proposed = payoutDigest(readProposal((await maja.sign(PROPOSAL)).text, Date.now()));
    assert.equal((await maja.sign({ kind: 'approval', digest: proposed })).status, 403, 'its own');
    const other = payoutDigest({ ...listed, currency: 'USDT_TRC20', amount: '1000' });
    assert.equal((await maja.sign({ kind: 'approval', digest: other })).status, 403, 'what nobody proposed');
    const shown = payoutDigest({ ...listed, currency: 'USDT_TRC20' });
    assert.equal((await maja.sign({ kind: 'approval', digest: shown })).status, 200);
  });

  it('are only read without the secret of payouts', async (t) => {
    const shell = await servedStaff(t);
    const maja = await openDesk(shell, 'Maja Lind');
    assert.equal((await maja.sign(PROPOSAL)).status, 403);
    assert.equal((await maja.sign({ kind: 'approval', digest: 'a'.repeat(64) })).status, 403);
    assert.equal((await maja.send('GET', PAYOUTS)).status, 200);
    assert.equal((await maja.send('POST', `${PAYOUTS}/x/decline`, { reason: 'x' })).status, 403);
    assert.doesNotMatch((await maja.call('GET', '/')).text, /data-signs-payouts/);
  });

  it('are refused before they are signed if a field cannot be right', async (t) => {
    const maja = await openDesk(await servedStaff(t, SIGNED), 'Maja Lind');
    assert.match((await maja.call('GET', '/')).text, /data-signs-payouts/);
    for (const wrong of [
      { ...PROPOSAL, address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F' },
      { ...PROPOSAL, amount: '0' },
      { ...PROPOSAL, amount: 1 },
      { ...PROPOSAL, currency: 'USDT' },
      { ...PROPOSAL, purpose: 'two\nlines' },
      { ...PROPOSAL, kind: 'payment' },
      { kind: 'approval' },
      [],
    ])
      assert.equal((await maja.sign(wrong)).status, 400, JSON.stringify(wrong));
  });
});
