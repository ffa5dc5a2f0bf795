import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { signingKey } from '../../src/proxy/domain/jwt.js';
import {
  verifyMerchantSession,
  verifyApproval,
  verifyProposal,
} from '../../src/proxy/domain/staff-tokens.js';
import { freePort } from '../free-port.js';
import { until } from '../until.js';
import { pageText } from './docs-text.js';
import { createSampleFolder, type SampleFolder } from './sample-folder.js';

const SECRET = 'a-secret-of-the-samples-with-more-than-32-bytes';

/** A file of the page about the staff, without the indentation of a list. */
function sample(name: string): string {
  const [, indent = '', text = ''] =
    new RegExp(`^( *)\`\`\`js\\n( *// ${name}\\n[\\s\\S]*?)^ *\`\`\`$`, 'm').exec(pageText('Staff.mdx')) ??
    [];
  return text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

describe('the samples about the staff', () => {
  let folder: SampleFolder;
  before(async () => {
    folder = await createSampleFolder();
    for (const name of ['staff-session.js', 'sign-payouts.js']) folder.write(name, sample(name));
  });
  after(() => folder.close());

  it('have a server that signs a session', async () => {
    const port = await freePort();
    folder.start('node staff-session.js', {
      CRYPTO_CHECKOUT_MERCHANT_SECRET: SECRET,
      STAFF_PORT: String(port),
    });
    const url = `http://127.0.0.1:${port}/staff-session`;
    const isUp = () =>
      fetch(url).then(
        ({ status }) => status === 404,
        () => false,
      );
    await until(isUp, 'the server is up');
    const session = await (await fetch(url, { method: 'POST' })).text();
    const { person, scopes } = await verifyMerchantSession(
      session,
      [signingKey(SECRET, 'secret')],
      Date.now(),
    );
    assert.equal(person, 'Maja Lind');
    assert.ok(scopes.has('payouts:approve'));
  });

  it('sign a proposal and an approval that the payouts process accepts', async () => {
    process.env['CRYPTO_CHECKOUT_PAYOUT_SECRET'] = SECRET;
    const path = pathToFileURL(join(folder.path, 'sign-payouts.js')).href;
    const { propose, approve } = (await import(path)) as Readonly<
      Record<'propose' | 'approve', (person: string, content: unknown) => Promise<string>>
    >;
    const key = signingKey(SECRET, 'secret');
    const content = { currency: 'USDT_TRC20', address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf', amount: '12.5' };
    const proposal = await verifyProposal(await propose('Maja Lind', content), key, Date.now());
    assert.deepEqual([proposal.person, proposal.amount], ['Maja Lind', '12.5']);
    const approval = await verifyApproval(await approve('Jon Berg', 'a'.repeat(64)), key, Date.now());
    assert.deepEqual([approval.person, approval.digest], ['Jon Berg', 'a'.repeat(64)]);
  });
});
