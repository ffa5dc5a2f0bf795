import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { DepositVerifier } from '../../src/proxy/deposit-addresses/deposit-verifier.js';
import type { DepositReceivedEvent } from '../../src/proxy/index.js';
import { parseEvent } from '../../src/protocol/parse-event.js';
import { parsePostback } from '../../src/proxy/domain/postback.js';
import { ServiceTime } from '../../src/proxy/upstream/service-time.js';
import { PostbackHandler } from '../../src/proxy/polling/postback-handler.js';
import { openStore } from '../../src/proxy/store/store.js';
import { claimDepositAddress, saveDepositAddress } from '../../src/proxy/store/deposit-addresses.js';
import type { Invoice } from '../../src/service/index.js';
import { ServiceError } from '../../src/service/index.js';
import { law, LONG_LAW, type LawContext, laws } from './laws.js';
import { briefStore } from './test-stores.js';
import { addressFor, FakeService } from './fake-service.js';

const KEY = new TextEncoder().encode('planted-postback-secret-0123456789abcdef');
const STRANGERS = new TextEncoder().encode('planted-secret-of-a-stranger-0123456789');
const CUSTOMERS = ['c-1', 'c-2', 'c-3'] as const;
const QUIET = { info() {}, warn() {}, error() {} };

/** Money that really arrives at an address. */
interface Genuine {
  readonly owner: (typeof CUSTOMERS)[number];
  readonly amount: string;
}

type Step =
  /** The service has received the money from now on. */
  | { readonly is: 'arrive'; readonly deposit: number }
  /** A postback about a deposit, or about an invented id (from 3 on), claims anything. */
  | {
      readonly is: 'notify';
      readonly deposit: number;
      readonly claims: { readonly customer: string; readonly amount: string };
      readonly spelling: number;
      readonly token: 'none' | 'genuine' | 'of a stranger' | 'of another';
    }
  | { readonly is: 'rounds'; readonly count: number; readonly pauseS: number }
  | { readonly is: 'trouble'; readonly on: boolean }
  | { readonly is: 'restart' };

const SPELLINGS: readonly ((characters: string) => string)[] = [
  (characters) => `INV-${characters}`,
  (characters) => characters,
  (characters) => characters.toLowerCase(),
  (characters) => ` inv-${characters.toLowerCase()} `,
  (characters) => `Inv-${characters}\n`,
];

const customer = fc.constantFrom(...CUSTOMERS);
const amount = fc.integer({ min: 1, max: 999 }).map((units) => `0.${String(units).padStart(3, '0')}1`);
const index = fc.nat(4);
const notification = fc.record<Extract<Step, { is: 'notify' }>>({
  is: fc.constant('notify'),
  deposit: index,
  claims: fc.record({ customer, amount }),
  spelling: fc.nat(SPELLINGS.length - 1),
  token: fc.constantFrom('none', 'genuine', 'of a stranger', 'of another'),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: notification },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('rounds' as const),
      count: fc.integer({ min: 1, max: 3 }),
      pauseS: fc.nat(60),
    }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('arrive' as const), deposit: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('trouble' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ is: 'restart' } as const) },
);

const IDS = ['INV-DEPOSIT1', 'INV-DEPOSIT2', 'INV-DEPOSIT3', 'INV-FORGED01', 'INV-FORGED02'] as const;
/** Longer than any interval between the checks of a deposit in doubt for an hour. */
const HALF_A_DAY_S = 12 * 3600;

/** Created once: thousands of stack traces would take longer than the law itself. */
const UNAVAILABLE = new ServiceError('unavailable', 'information');
const REFUSED = new ServiceError('refused', 'information');

const START_MS = Date.UTC(2026, 0, 1);
const DAY_MS = 24 * 3600 * 1000;

/** A store that serves all runs, one after another. */
async function openBench(t: LawContext) {
  const clock = { now: START_MS, nowMs: () => clock.now };
  const store = await openStore(await briefStore());
  t.after(() => store.close());
  for (const name of CUSTOMERS) {
    const key = { customer: name, currency: 'BTC' } as const;
    await claimDepositAddress(store, key, { nowMs: clock.now, untilMs: clock.now });
    const created = { id: `w-${name}`, address: addressFor('BTC', name), isAddressValid: true };
    await saveDepositAddress(store, { ...key, ...created, createdAtMs: clock.now }, null);
  }
  return { store, clock, template: new FakeService(clock).make(TEMPLATE) };
}

const TEMPLATE = { amount: '1', currency: 'USD', cryptocurrency: 'BTC' } as const;

type Bench = Awaited<ReturnType<typeof openBench>>;

/** A proxy in front of a service that has all deposits on record. */
class Run {
  /** The records of the service, by their ids. */
  readonly #records = new Map<string, Invoice>();
  #isInTrouble = false;
  #deposits: DepositVerifier;

  constructor(
    private readonly bench: Bench,
    private readonly genuine: readonly Genuine[],
    private readonly hasSecret: boolean,
  ) {
    this.#deposits = this.#start();
  }

  async take(next: Step): Promise<void> {
    if (next.is === 'arrive') this.#arrive(next.deposit);
    else if (next.is === 'notify') await this.#notify(next);
    else if (next.is === 'rounds') await this.#rounds(next.count, next.pauseS);
    else if (next.is === 'trouble') this.#isInTrouble = next.on;
    else this.#deposits = this.#start();
  }

  /** All money has arrived, the service reports it correctly, and time passes. */
  async end(): Promise<void> {
    this.#isInTrouble = false;
    for (const [deposit, { owner, amount: paid }] of this.genuine.entries()) {
      this.#arrive(deposit);
      const claims = { customer: owner, amount: paid };
      await this.#notify({ is: 'notify', deposit, claims, spelling: 1, token: 'genuine' });
    }
    await this.#rounds(6, HALF_A_DAY_S);
  }

  /** The events for the shop. Read repeatedly, since every moment counts. */
  async reported(): Promise<readonly DepositReceivedEvent[]> {
    const rows = await this.bench.store.db.selectFrom('events').select('payload').execute();
    return rows.flatMap(({ payload }) => {
      const event = parseEvent(payload);
      return event?.type === 'deposit.received' ? [event] : [];
    });
  }

  /** A verified event contains no claim, and each deposit has one event. */
  async check(): Promise<readonly DepositReceivedEvent[]> {
    const verified = (await this.reported()).filter((event) => event.verified);
    for (const event of verified) {
      const record = this.#records.get(event.invoiceId ?? '');
      assert.deepEqual([event.customer, event.amount], [record?.orderId, record?.amountPaid]);
    }
    assert.equal(new Set(verified.map(({ invoiceId }) => invoiceId)).size, verified.length);
    return verified;
  }

  #start(): DepositVerifier {
    const { store, clock } = this.bench;
    const service = {
      invoices: (ids: readonly string[]) => {
        if (this.#isInTrouble) return Promise.reject(UNAVAILABLE);
        // It accepts an id in any letter case, and returns the one that was requested.
        const known = ids.flatMap((id) => {
          const record = this.#records.get(id.toUpperCase());
          return record ? [[id, { ...record, id }] as const] : [];
        });
        if (known.length < ids.length) return Promise.reject(REFUSED);
        return Promise.resolve(new Map(known));
      },
    };
    return new DepositVerifier({
      ...{ service, store, clock, logger: QUIET, acceptsTestMode: false },
      ...{ hasPostbackSecret: this.hasSecret, onEvent: () => undefined },
    });
  }

  #arrive(deposit: number): void {
    const { owner, amount: amountPaid } = this.genuine[deposit] ?? assert.fail();
    const id = idOf(deposit);
    const money = { status: 'paid', amountPaid, address: addressFor('BTC', owner), orderId: owner } as const;
    this.#records.set(id, { ...this.bench.template, id, ...money });
  }

  async #notify({ deposit, claims, spelling, token }: Extract<Step, { is: 'notify' }>): Promise<void> {
    const { clock } = this.bench;
    const postbacks = new PostbackHandler({
      poller: { prioritize: () => Promise.resolve(0) },
      deposits: this.#deposits,
      keys: this.hasSecret ? [KEY] : [],
      ...{ serviceTime: new ServiceTime(clock), logger: QUIET },
    });
    const id = idOf(deposit);
    const body = {
      order_id: claims.customer,
      amount: claims.amount,
      currency: 'BTC',
      invoice_id: SPELLINGS[spelling]?.(id.slice(4)),
      ...(token === 'none' ? {} : { token: await this.#signed(token, deposit) }),
    };
    await postbacks.handlePostback(parsePostback(JSON.stringify(body)), null);
    clock.now += 1;
  }

  /** Signs anything: whether the service knows of the deposit is another question. */
  #signed(token: 'genuine' | 'of a stranger' | 'of another', deposit: number): Promise<string> {
    const id = idOf(token === 'of another' ? (deposit + 1) % IDS.length : deposit).slice(4);
    return tokenFor(id, token === 'of a stranger' ? STRANGERS : KEY);
  }

  async #rounds(count: number, pauseS: number): Promise<void> {
    for (let round = 0; round < count; round += 1) {
      await this.#deposits.verifyDue();
      await this.check();
      this.bench.clock.now += Math.floor(pauseS * 1000);
    }
  }
}

/** Signed once for all runs, each of which begins at `START_MS`. */
const tokens = new Map<Uint8Array, Map<string, Promise<string>>>();

function tokenFor(id: string, key: Uint8Array): Promise<string> {
  const signed = tokens.get(key) ?? new Map<string, Promise<string>>();
  tokens.set(key, signed);
  const token =
    signed.get(id) ??
    new SignJWT({ id, exp: Math.floor((START_MS + 30 * DAY_MS) / 1000) })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(key);
  signed.set(id, token);
  return token;
}

function idOf(deposit: number): string {
  return IDS[deposit] ?? assert.fail();
}

laws('the law of deposits', () => {
  law(
    'a verified event is what the service says, one for each deposit, whatever postbacks claim',
    async (t) => {
      const bench = await openBench(t);
      const story = fc.record({
        genuine: fc.array(fc.record<Genuine>({ owner: customer, amount }), { minLength: 3, maxLength: 3 }),
        hasSecret: fc.boolean(),
        steps: fc.array(step, { maxLength: 8 }),
      });
      const property = fc.asyncProperty(story, async ({ genuine, hasSecret, steps }) => {
        for (const table of ['events', 'deposits'] as const) await bench.store.db.deleteFrom(table).execute();
        bench.clock.now = START_MS;
        const run = new Run(bench, genuine, hasSecret);
        for (const next of steps) await run.take(next);
        await run.end();
        const verified = await run.check();
        assert.deepEqual(verified.map(({ invoiceId }) => invoiceId).toSorted(), IDS.slice(0, 3));
      });
      await fc.assert(property, LONG_LAW);
    },
  );
});
