import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { json } from 'node:stream/consumers';
import Database from 'libsql';
import { freePort } from '../free-port.js';
import { paidEvent } from '../server-example/paid-event.js';
import { until } from '../until.js';
import { blocksOf, fileOf, replaced } from './docs-text.js';
import { post, SECRET, signed } from './receiver.js';
import { createSampleFolder, type SampleFolder } from './sample-folder.js';
import { chooseCurrency } from '../pay-order.js';

interface Sent {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Telegram and a mail provider on this machine, as far as the samples call them. */
async function startApis() {
  const updates: object[] = [];
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '';
      const body = (await json(request)) as Sent['body'];
      const isPoll = path.endsWith('/getUpdates');
      if (!isPoll) sent.push({ path, authorization: request.headers.authorization, body });
      // An update is repeated until a later offset confirms it.
      const result = isPoll ? updates.slice(Math.max(0, Number(body['offset']) - 1)) : {};
      const status = path.includes(WRONG_TOKEN) ? 401 : Number(body['chat_id']) === BLOCKED ? 403 : 200;
      // Like the real API, it holds a request without updates.
      setTimeout(
        () => {
          response.writeHead(status, { 'content-type': 'application/json' });
          response.end(
            JSON.stringify(status === 200 ? { ok: true, result } : { ok: false, error_code: status }),
          );
        },
        isPoll && Array.isArray(result) && result.length === 0 ? 50 : 0,
      );
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The port of the server is not known.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    sent: sent as readonly Sent[],
    says: (chat: number, text: string) => {
      const update_id = updates.length + 1;
      updates.push({ update_id, message: { message_id: update_id, chat: { id: chat }, text } });
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A chat whose owner has blocked the bot. */
const BLOCKED = 666;
const WRONG_TOKEN = 'the-token-of-another-bot';

describe('the samples of payment links', () => {
  let folder: SampleFolder;
  let apis: Awaited<ReturnType<typeof startApis>>;
  let receiverUrl: string;

  before(async () => {
    [folder, apis] = [await createSampleFolder(), await startApis()];
    const eventsPort = await freePort();
    receiverUrl = `http://127.0.0.1:${eventsPort}/`;
    const [settings, added] = ['OtherLanguages.mdx', 'PaymentLinks.mdx'].map(
      (page) => blocksOf(page).find(({ language }) => language === 'ini')?.text ?? '',
    );
    folder.write(
      '.env',
      replaced(`${settings}\n${added}\n`, {
        'http://127.0.0.1:3001/': receiverUrl,
        'whsec_PUT-32-OTHER-RANDOM-BYTES-HERE': SECRET,
        'https://pay.shop.example': folder.shopUrl,
        'https://api.telegram.org': apis.url,
        'https://api.resend.com': apis.url,
      }),
    );
    const files = ['fulfill.js', 'events.js', 'telegram.js', 'bot.js', 'thanks.js', 'invoice.js'];
    for (const name of files) folder.write(name, fileOf(name));
    folder.start('npx crypto-checkout sandbox');
    folder.start('npx crypto-checkout serve --env-file .env', { PORT: new URL(folder.shopUrl).port });
    folder.start('node --env-file=.env events.js', { EVENTS_PORT: String(eventsPort) });
    await folder.ready();
    for (const name of ['bot.js', 'thanks.js']) folder.start(`node --env-file=.env ${name}`);
  });
  after(() => {
    folder.close();
    apis.close();
  });

  /** Pays the order of a link. */
  async function pay(link: string): Promise<void> {
    const page = await fetch(link);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /€49\.00/);
    await chooseCurrency(`${folder.shopUrl}/crypto-checkout`, link.split('/pay/')[1] ?? '');
    await folder.pay();
  }

  const shipmentsOf = (orderId: string): number => {
    const books = new Database(`${folder.path}/shop.sqlite`);
    books.exec('pragma busy_timeout = 5000');
    try {
      return books.prepare('select * from shipments where order_id = ?').all(orderId).length;
    } finally {
      books.close();
    }
  };
  const textsTo = (chat: number): readonly string[] =>
    apis.sent.filter(({ body }) => Number(body['chat_id']) === chat).map(({ body }) => String(body['text']));
  const linkOf = (text = '') => /https?:\S+\/pay\/\S+/.exec(text)?.[0] ?? '';
  const receives = (chat: number, count: number) =>
    until(() => textsTo(chat).length >= count, `chat ${chat} has ${count} messages. ${folder.output()}`);

  /** @returns the link that the bot sends */
  async function buys(chat: number): Promise<string> {
    apis.says(chat, '/buy');
    await receives(chat, 1);
    return linkOf(textsTo(chat)[0]);
  }

  it('have a bot of few lines that sends a link', async () => {
    assert.ok(fileOf('bot.js').split('\n').length <= 20);
    apis.says(BLOCKED, '/buy');
    apis.says(7, 'hello');
    apis.says(5, '/buy@your_bot');
    const link = await buys(7);
    assert.ok(linkOf(textsTo(5)[0]), 'members of a group can buy');
    assert.ok(link.startsWith(`${folder.shopUrl}/crypto-checkout/pay/`), link);
    const [sent] = apis.sent;
    assert.equal(sent?.path, '/botthe-token-of-your-bot/sendMessage');
    assert.equal(textsTo(7).length, 1);
  });

  it('have a bot that ends, and says why, if its token is wrong', async () => {
    const args = ['--env-file=.env', 'bot.js'];
    const options = { cwd: folder.path, env: { ...process.env, TELEGRAM_TOKEN: WRONG_TOKEN } };
    await assert.rejects(promisify(execFile)(process.execPath, args, options), /getUpdates: 401/);
  });

  it('tell each buyer of the bot once that the order is paid', async () => {
    await pay(await buys(8));
    await receives(8, 2);
    const [order = ''] = /^T_8_\d+(?= is paid\. Thank you!$)/.exec(textsTo(8)[1] ?? '') ?? [];
    assert.equal(shipmentsOf(order), 1);

    // The proxy delivers at least once, and the buyer hears of it once.
    assert.equal(await post(receiverUrl, signed(paidEvent(order, 'evt_again'))), 204);
    assert.equal(shipmentsOf(order), 1);
    await pay(await buys(9));
    await receives(9, 2);
    assert.equal(textsTo(8).length, 2, 'the shipments were read again');
  });

  it('have an invoice by mail whose link is paid, without the address of the buyer', async () => {
    const args = ['invoice.js', 'buyer@example.com', 'A-1004', '49.00', 'Two cups'];
    await folder.node(args);
    const mail = apis.sent.find(({ path }) => path === '/emails');
    assert.equal(mail?.authorization, 'Bearer the-key-of-your-mail-account');
    assert.equal(mail.body['to'], 'buyer@example.com');
    assert.equal(mail.body['subject'], 'Invoice A-1004');
    const link = linkOf(String(mail.body['text']));
    const claims = Buffer.from(link.split('/pay/')[1]?.split('.')[1] ?? '', 'base64url').toString();
    assert.match(claims, /"Two cups"/);
    assert.doesNotMatch(claims, /buyer/);
    await pay(link);
    await until(() => shipmentsOf('A-1004') === 1, 'the order is fulfilled');
  });
});
