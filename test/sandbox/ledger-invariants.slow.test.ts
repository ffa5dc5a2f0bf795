import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addAmounts,
  compareAmounts,
  currencyOf,
  isCurrencyCode,
  isZeroAmount,
  plainAmount,
  subtractAmounts,
} from '../../src/payment/index.js';
import { createMovableClock, startSandbox } from '../../src/sandbox/index.js';
import { createIdentifiers } from '../../src/sandbox/core/chain/identifiers.js';
import { assertInvariants, balancesOf } from './ledger-assertions.js';
import type { Answer } from './harness.js';
import {
  amountOf,
  API_KEY,
  fieldsOf,
  Merchant,
  SHOP_ID,
  START_MS,
  textOf,
  WITHDRAWAL_KEY,
} from './harness.js';

const CODES = ['BTC', 'ETH', 'USDT_TRC20', 'SHIB_BSC', 'TRX'] as const;
type Code = (typeof CODES)[number];

/** `pick` chooses among the invoices so far; `units` are smallest units of the coin. */
type Command =
  | { readonly do: 'create'; readonly code: Code; readonly price: string; readonly hours: number }
  | {
      readonly do: 'pay';
      readonly pick: number;
      readonly how: 'exact' | 'short' | 'over' | 'dust';
      readonly units: bigint;
      readonly confirm: boolean;
    }
  | { readonly do: 'confirm' | 'cancel'; readonly pick: number }
  | { readonly do: 'deposit'; readonly code: Code; readonly units: bigint }
  | { readonly do: 'withdraw'; readonly code: Code; readonly how: 'all' | 'dust' | 'too much' }
  | { readonly do: 'advance'; readonly seconds: number };

const code = fc.constantFrom(...CODES);
const pick = fc.nat(20);
const units = fc.bigInt(1n, 10n ** 20n);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      code,
      price: fc.bigInt(1n, 10n ** 12n).map((digits) => plainAmount(`${digits}e-6`)),
      hours: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      pick,
      how: fc.constantFrom('exact' as const, 'short' as const, 'over' as const, 'dust' as const),
      units,
      confirm: fc.boolean(),
    }),
  },
  fc.record({ do: fc.constantFrom('confirm' as const, 'cancel' as const), pick }),
  fc.record({ do: fc.constant('deposit' as const), code, units }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('withdraw' as const),
      code,
      how: fc.constantFrom('all' as const, 'dust' as const, 'too much' as const),
    }),
  },
  fc.record({ do: fc.constant('advance' as const), seconds: fc.constantFrom(1, 12, 3600, 6 * 3600) }),
);

function coins(code: string, units: bigint): string {
  if (!isCurrencyCode(code)) throw new TypeError(code);
  return plainAmount(`${units}e-${currencyOf(code).decimals}`);
}

interface Known {
  readonly id: string;
  readonly code: Code;
  readonly pending: readonly string[];
}

/** Runs the commands, and records the payments that it sent. */
class Player {
  readonly paid = new Map<string, string>();
  readonly deposited = new Map<string, string>();
  readonly #known: Known[] = [];
  readonly #identifiers = createIdentifiers('recipients');

  constructor(private readonly merchant: Merchant) {}

  async play(command: Command): Promise<void> {
    switch (command.do) {
      case 'create':
        return this.#create(command);
      case 'deposit':
        return this.#deposit(command.code, coins(command.code, command.units));
      case 'withdraw':
        return this.#withdraw(command.code, command.how);
      case 'advance':
        await this.merchant.advance(command.seconds);
        return;
      default: {
        const index = this.#known.length === 0 ? -1 : command.pick % this.#known.length;
        const invoice = this.#known[index];
        if (invoice) this.#known[index] = await this.#change(invoice, command);
      }
    }
  }

  async #create({ code, price, hours }: Extract<Command, { do: 'create' }>): Promise<void> {
    const addFields = { cryptocurrency: code, time_to_pay: { hours } };
    const id = await this.merchant.createId({ amount: price, currency: 'GBP', add_fields: addFields });
    this.#known.push({ id, code, pending: [] });
  }

  async #change(
    invoice: Known,
    command: Extract<Command, { do: 'pay' | 'confirm' | 'cancel' }>,
  ): Promise<Known> {
    if (command.do === 'pay') return this.#pay(invoice, command);
    const { id, pending } = invoice;
    if (command.do === 'cancel') {
      const { status } = await this.merchant.info(id);
      assert.equal((await this.merchant.cancel(id)).status, status === 'created' ? 200 : 400);
      return invoice;
    }
    const answer = await this.merchant.control('POST', '/confirmations', { uuid: id });
    assert.equal(answer.status, pending.length > 0 ? 200 : 400);
    for (const amount of pending) this.#confirmed(id, amount);
    return { ...invoice, pending: [] };
  }

  async #pay(invoice: Known, { how, units, confirm }: Extract<Command, { do: 'pay' }>): Promise<Known> {
    const { id, code, pending } = invoice;
    const due = amountOf(await this.merchant.info(id), 'to_surcharge');
    const dust = coins(code, 1n);
    const amounts = {
      exact: due,
      short: isZeroAmount(due) ? '0' : subtractAmounts(due, dust),
      over: addAmounts(due, coins(code, units)),
      dust,
    };
    const amount = amounts[how];
    if (isZeroAmount(amount)) return invoice;
    await this.merchant.pay(id, amount, confirm);
    if (!confirm) return { ...invoice, pending: [...pending, amount] };
    this.#confirmed(id, amount);
    return invoice;
  }

  #confirmed(id: string, amount: string): void {
    this.paid.set(id, addAmounts(this.paid.get(id) ?? '0', amount));
  }

  async #deposit(code: Code, amount: string): Promise<void> {
    await this.merchant.fund(code, amount);
    this.deposited.set(code, addAmounts(this.deposited.get(code) ?? '0', amount));
  }

  /** Too large amounts and too early requests have to be refused; all others accepted. */
  async #withdraw(code: Code, how: 'all' | 'dust' | 'too much'): Promise<void> {
    const available = (await balancesOf(this.merchant)).get(code) ?? '0';
    const fee = amountOf(await this.merchant.createIn(code, '1'), 'fee');
    const dust = coins(code, 1n);
    const spare = compareAmounts(available, fee) === 1 ? subtractAmounts(available, fee) : '0';
    const amount = { 'all': spare, dust, 'too much': addAmounts(spare, dust) }[how];
    if (isZeroAmount(amount)) return;
    await this.merchant.advance(12);
    const body = { currency_code: code, to_address: this.#recipient(code), amount };
    const isGranted = compareAmounts(amount, spare) !== 1;
    const answers = [
      await this.merchant.requestWithdrawal(body),
      await this.merchant.requestWithdrawal(body),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [isGranted ? 200 : 400, 400],
    );
    if (isGranted && how === 'all') await this.#finish(answers[0]);
  }

  async #finish(answer: Answer | undefined): Promise<void> {
    await this.merchant.steer('/confirmations', { uuid: textOf(fieldsOf(answer?.body['result']), 'uuid') });
  }

  #recipient(code: Code): string {
    return this.#identifiers.address(currencyOf(code).network.key);
  }
}

const KEYS = { apiKey: API_KEY, withdrawalKey: WITHDRAWAL_KEY, shopId: SHOP_ID, port: 0 };

test('after any payments, confirmations, cancellations, withdrawals and delays, every sum is exact', async () => {
  const runs = fc.record({
    feePaidBy: fc.constantFrom('client' as const, 'merchant' as const),
    commands: fc.array(command, { minLength: 5, maxLength: 40 }),
  });
  const property = fc.asyncProperty(runs, async ({ feePaidBy, commands }) => {
    const sandbox = await startSandbox({ ...KEYS, feePaidBy, clock: createMovableClock(() => START_MS) });
    try {
      const merchant = new Merchant(sandbox.url);
      const player = new Player(merchant);
      for (const command of commands) await player.play(command);
      await assertInvariants(merchant, player);
    } finally {
      await sandbox.close();
    }
  });
  await fc.assert(property, { numRuns: 60 });
});
