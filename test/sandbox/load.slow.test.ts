import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { test } from 'node:test';
import { parse } from 'lossless-json';
import { addAmounts } from '../../src/payment/index.js';
import { assertInvariants } from './ledger-assertions.js';
import type { Answer } from './harness.js';
import { amountOf, API_KEY, fieldsOf, Merchant, openSandbox, SHOP_ID, textOf } from './harness.js';

const REQUESTS = 10_000;
const CONNECTIONS = 64;
const CODES = ['BTC', 'ETH', 'USDT_TRC20', 'SOL', 'SHIB_BSC'] as const;
const TODAY = { start: '01.03.2026', end: '02.03.2026' };
const RECIPIENT = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';

/** One of many concurrent buyers and bookkeepers: it has one request in progress at a time, and counts them. */
class Visitor extends Merchant {
  readonly paid = new Map<string, string>();
  readonly deposited = new Map<string, string>();
  requests = 0;
  accepted = 0;

  constructor(
    url: string,
    private readonly agent: Agent,
  ) {
    super(url);
  }

  override async send(
    path: string,
    body: string | undefined,
    headers: Readonly<Record<string, string>> = {},
    method = 'POST',
  ): Promise<Answer> {
    this.requests += 1;
    const answer = await this.#exchange(
      path,
      body,
      { authorization: `Token ${API_KEY}`, ...headers },
      method,
    );
    if (!path.endsWith('/out/create')) assert.equal(answer.status, 200, answer.text);
    return answer;
  }

  #exchange(
    path: string,
    body: string | undefined,
    headers: Readonly<Record<string, string>>,
    method: string,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const outgoing = request(this.url + path, { method, headers, agent: this.agent }, (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        incoming.on('end', () => {
          const status = incoming.statusCode ?? 0;
          resolve({ status, headers: new Headers(), text, body: fieldsOf(parse(text)) });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  async visit(round: number): Promise<void> {
    const code = CODES[round % CODES.length] ?? 'BTC';
    const bought = await this.#buy(code, round);
    const given = textOf(await this.createIn(code, '12.34'), 'uuid');
    await this.cancel(given);
    await this.#save(code);
    await this.#poll(bought, given);
    if (round % 8 === 0) await this.#withdraw();
  }

  async #buy(code: string, round: number): Promise<string> {
    const id = textOf(await this.createIn(code, '49.99'), 'uuid');
    const due = amountOf(await this.info(id), 'to_surcharge');
    const amount = round % 3 === 0 ? '0.000001' : due;
    await this.pay(id, amount, round % 2 === 0);
    if (round % 2 === 1) await this.steer('/confirmations', { uuid: id });
    this.paid.set(id, amount);
    return id;
  }

  async #save(code: string): Promise<void> {
    await this.fund(code, '1.5');
    this.deposited.set(code, addAmounts(this.deposited.get(code) ?? '0', '1.5'));
  }

  async #poll(...ids: readonly string[]): Promise<void> {
    await this.requestInfo(...ids);
    await this.call('/v2/invoice/merchant/list', { ...TODAY, limit: 5 });
    await this.call('/v2/invoice/merchant/statistics', TODAY);
    await this.send('/v2/merchant/wallet/balance/all', undefined);
    await this.call('/v2/invoice/static/list', { shop_id: SHOP_ID, limit: 5 });
  }

  /** A request too early after another one is refused with that reason and no other. */
  async #withdraw(): Promise<void> {
    const body = { currency_code: 'USDT_TRC20', to_address: RECIPIENT, amount: '0.25' };
    const answer = await this.requestWithdrawal(body);
    if (answer.status === 200) this.accepted += 1;
    else
      assert.match(
        textOf(fieldsOf(answer.body['result']), 'Bad request'),
        /less than 12 seconds|is available/,
      );
  }
}

function sum(maps: readonly ReadonlyMap<string, string>[]): ReadonlyMap<string, string> {
  const total = new Map<string, string>();
  for (const [key, amount] of maps.flatMap((map) => [...map]))
    total.set(key, addAmounts(total.get(key) ?? '0', amount));
  return total;
}

test('ten thousand mixed requests on 64 connections are all answered, and the ledger adds up', async (t) => {
  const merchant = await openSandbox(t);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  t.after(() => agent.destroy());
  const visitors = Array.from({ length: CONNECTIONS }, () => new Visitor(merchant.url, agent));
  const requestCount = (): number => visitors.reduce((total, { requests }) => total + requests, 0);
  let round = 0;
  const visits = visitors.map(async (visitor) => {
    while (requestCount() < REQUESTS) await visitor.visit((round += 1));
  });
  await Promise.all(visits);
  assert.ok(requestCount() >= REQUESTS);
  // The clock is frozen: only the first withdrawal with a sufficient balance is accepted.
  assert.equal(
    visitors.reduce((total, { accepted }) => total + accepted, 0),
    1,
  );
  await assertInvariants(merchant, {
    paid: sum(visitors.map(({ paid }) => paid)),
    deposited: sum(visitors.map(({ deposited }) => deposited)),
  });
});
