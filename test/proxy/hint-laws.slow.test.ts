import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { parsePostback } from '../../src/proxy/domain/postback.js';
import { openStore } from '../../src/proxy/store/store.js';
import { LAW, law, laws } from './laws.js';
import { freshStore } from './test-stores.js';
import { addressFor, createHarness } from './fake-service.js';

const SECRET = 'planted-postback-secret-0123456789abcdef';
const STRANGERS = `${SECRET}-of-a-stranger`;
const MINUTE_S = 60;

/** How a postback names an invoice. */
const NAMES = ['invoice_id', 'uuid', 'order_id', 'address', 'id'] as const;
const SPELLINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase(),
  (text) => text.replace('INV-', ''),
  (text) => ` ${text} `,
];

const notification = fc.record({
  names: fc.subarray([...NAMES], { minLength: 1 }),
  spelling: fc.nat(SPELLINGS.length - 1),
  status: fc.constantFrom('success', 'paid', 'canceled'),
  token: fc.record({
    is: fc.constantFrom('missing', 'genuine', "a stranger's", "another invoice's", 'unsigned', 'damaged'),
    typ: fc.constantFrom(undefined, 'JWT', 'order+jwt', 'customer+jwt'),
    lastsS: fc.constantFrom(-MINUTE_S, MINUTE_S),
  }),
});

laws('the law of notifications', () => {
  law(
    'only one that the service has signed for this invoice has it polled again after its watch has ended',
    async (t) => {
      const path = await freshStore(t);
      const { clock, order, parts, record, service } = await createHarness(t, path, {
        postbackSecrets: [SECRET],
      });
      const store = await openStore(path);
      t.after(() => store.close());
      const { checkoutId, invoiceId } = await order('A-1');
      service.set(invoiceId, { status: 'canceled' });
      clock.now += 26 * 3600_000;
      await parts.poller.pollDue();
      const [invoice] = (await record(checkoutId)).invoices;
      assert.equal(invoice?.nextPollAtMs, null);
      const texts = { order_id: invoice.orderId, address: addressFor('BTC', invoiceId) };
      const isPolledAgain = async () => (await record(checkoutId)).invoices[0]?.nextPollAtMs !== null;
      let signed = 0;
      const property = fc.asyncProperty(notification, async ({ names, spelling, status, token }) => {
        const spell = SPELLINGS[spelling] ?? assert.fail();
        const named = names.map((name) => [
          name,
          spell({ invoice_id: invoiceId, uuid: invoiceId, id: invoiceId, ...texts }[name]),
        ]);
        const { is, typ, lastsS } = token;
        const claims = {
          id: is === "another invoice's" ? 'INV-OTHER001' : invoiceId.slice(4),
          exp: Math.floor(clock.now / 1000) + lastsS,
        };
        const text = await new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', ...(typ === undefined ? {} : { typ }) })
          .sign(new TextEncoder().encode(is === "a stranger's" ? STRANGERS : SECRET));
        const written =
          is === 'missing'
            ? {}
            : {
                token:
                  is === 'unsigned'
                    ? text.replace(/[^.]*$/, '')
                    : is === 'damaged'
                      ? `${text.slice(0, -4)}AAAA`
                      : text,
              };
        await parts.postbacks.handlePostback(
          parsePostback(JSON.stringify({ ...Object.fromEntries(named), status, ...written })),
          null,
        );
        const isProof = is === 'genuine' && lastsS > 0 && (typ === undefined || typ === 'JWT');
        assert.equal(await isPolledAgain(), isProof);
        if (!isProof) return;
        signed += 1;
        await store.db.updateTable('invoices').set({ next_poll_at: null, hinted_at: null }).execute();
      });
      await fc.assert(property, LAW);
      assert.ok(signed > LAW.numRuns / 50, `${signed} signed ones`);
    },
  );
});
