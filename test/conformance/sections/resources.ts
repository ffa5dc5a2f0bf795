import assert from 'node:assert/strict';
import type { Fields } from '../json.js';
import { fieldsOf, rowsOf, shown } from '../json.js';
import type { Need, Sentence } from '../sentence.js';
import { assertShape, fieldSentences, inner, once } from '../sentence.js';
import { PATHS } from '../service.js';
import { bool, either, float, invoiceId, nothing, objectOf, text } from '../shapes.js';
import {
  BALANCE,
  CREATED,
  FUNDS_CURRENCY,
  INVOICE_CURRENCY,
  LISTED,
  NETWORK,
  PROJECT,
  QUIZ_MEMBERS,
  STATISTICS_KEYS,
  WALLET,
  WITHDRAWN,
} from '../tables.js';
import { daysAround } from '../times.js';
import { withdrawalCall } from '../withdrawal.js';
import type { World } from '../world.js';

const WALLET_NEEDS: readonly Need[] = ['wallets'];
const WITHDRAWAL_NEEDS: readonly Need[] = ['withdrawal', 'withdrawal key'];
const BALANCE_NEEDS: readonly Need[] = ['balance'];

/** "Resources and their fields": each field by name and type, in each form that carries it. */
export function resources(say: Sentence, world: World): void {
  createdInvoice(say, world);
  listedInvoices(say, world);
  withdrawal(say, world);
  staticWallets(say, world);
  balances(say, world);
  statistics(say, world);
}

function createdInvoice(say: Sentence, world: World): void {
  const form = 'Invoice, creation';
  const chosen = once(() => world.createIn('USDT_TRC20'));
  const open = once(() => world.create());
  const samples = async (): Promise<readonly Fields[]> => [await chosen(), await open()];
  fieldSentences(say, form, CREATED, [], samples);
  say(`${form}: side_commission_cc, or under the key side_commission_service`, [], async () => {
    for (const { side_commission_cc, side_commission_service } of await samples())
      assertShape(text, side_commission_cc ?? side_commission_service, 'side_commission_cc');
  });
  say(`${form}: currency, the chosen cryptocurrency`, [], async () => {
    assertShape(objectOf(INVOICE_CURRENCY), (await chosen())['currency'], 'currency');
    assertShape(either(objectOf(INVOICE_CURRENCY), nothing), (await open())['currency'], 'currency');
  });
  const currency = async (): Promise<readonly Fields[]> => [inner(await chosen(), 'currency')];
  fieldSentences(say, 'Currency object, invoice form', INVOICE_CURRENCY, [], currency);
  say('In invoices code is the base code, fullcode has the network suffix', [], async () => {
    const [{ code, fullcode } = {}] = await currency();
    assert.deepEqual([code, fullcode], ['USDT', 'USDT_TRC20']);
  });
  fieldSentences(say, 'Network object', NETWORK, [], async () => [
    inner(inner(await chosen(), 'currency'), 'network'),
  ]);
  fieldSentences(say, 'Project object', PROJECT, [], async () => [inner(await chosen(), 'project')]);
}

/** An open invoice, one in a currency, a canceled one, and a paid one where money can arrive. */
async function invoicesInAllStates(world: World): Promise<readonly string[]> {
  const canceled = await world.createId();
  await world.cancel(canceled);
  const chosen = await world.createIdIn('ETH');
  const paid = world.hand ? [await world.createIdIn('BTC')] : [];
  for (const id of paid) await world.hand?.pay(id);
  return [canceled, chosen, ...paid];
}

function listedInvoices(say: Sentence, world: World): void {
  const ids = once(() => invoicesInAllStates(world));
  const forms = {
    'Invoice, information': once(async () => world.service.info(...(await ids()))),
    'Invoice, list': once(async () => {
      await ids();
      return rowsOf(await world.service.result(PATHS.list, daysAround(world.nowMs())));
    }),
  };
  for (const [form, samples] of Object.entries(forms)) {
    fieldSentences(say, form, LISTED, [], samples);
    say(`${form}: currency, the chosen cryptocurrency`, [], async () => {
      for (const { currency } of await samples())
        assertShape(either(objectOf(INVOICE_CURRENCY), nothing), currency, 'currency');
    });
  }
  say('Invoice: type is up for an incoming payment invoice', [], async () => {
    for (const { type } of await forms['Invoice, information']()) assert.equal(type, 'up');
  });
}

function withdrawal(say: Sentence, world: World): void {
  const form = 'Withdrawal';
  const sample = once(async () => fieldsOf((await withdrawalCall(world)).body['result']));
  const samples = async (): Promise<readonly Fields[]> => [await sample()];
  say(`${form}: uuid or invoice_id, prefix INV- followed by 8 characters`, WITHDRAWAL_NEEDS, async () => {
    const { uuid, invoice_id } = await sample();
    assertShape(invoiceId, uuid ?? invoice_id, 'uuid or invoice_id');
  });
  say(`${form}: currency, a Currency object or a code`, WITHDRAWAL_NEEDS, async () => {
    assertShape(either(objectOf(INVOICE_CURRENCY), text), (await sample())['currency'], 'currency');
  });
  fieldSentences(say, form, WITHDRAWN, WITHDRAWAL_NEEDS, samples);
  say(`${form}: quiz_detail has invoice, rating, comment, created`, WITHDRAWAL_NEEDS, async () => {
    const detail = inner(await sample(), 'quiz_detail');
    for (const name of QUIZ_MEMBERS) assert.ok(name in detail, `${name} is missing in ${shown(detail)}`);
  });
}

function staticWallets(say: Sentence, world: World): void {
  const { service, settings } = world;
  const created = once(async () => {
    const body = { shop_id: settings.shopId, currency: 'USDT_TRC20', identify: world.customer };
    return fieldsOf(await service.result(PATHS.createWallet, body));
  });
  const listed = once(async () => {
    const { uuid } = await created();
    const body = { shop_id: settings.shopId, ...daysAround(world.nowMs()), limit: 100 };
    const { staticWallets: rows } = fieldsOf(await service.result(PATHS.listWallets, body));
    return rowsOf(rows).filter((wallet) => wallet['uuid'] === uuid);
  });
  const forms = { 'Static wallet, creation': async () => [await created()], 'Static wallet, list': listed };
  for (const [form, samples] of Object.entries(forms)) {
    fieldSentences(say, form, WALLET, WALLET_NEEDS, samples);
    say(`${form}: active or enable, the wallet's flag`, WALLET_NEEDS, async () => {
      for (const { active, enable } of await samples())
        assertShape(bool, active ?? enable, 'active or enable');
    });
  }
  const currency = async (): Promise<readonly Fields[]> => [inner(await created(), 'currency')];
  fieldSentences(say, 'Currency object, static wallet form', FUNDS_CURRENCY, WALLET_NEEDS, currency);
  say('In static wallets code is the full code, short_code the coin symbol', WALLET_NEEDS, async () => {
    const [{ code, short_code } = {}] = await currency();
    assert.deepEqual([code, short_code], ['USDT_TRC20', 'USDT']);
  });
}

function balances(say: Sentence, world: World): void {
  const entries = once(async () => {
    if (world.hand) await world.hand.pay(await world.createIdIn('USDT_TRC20'));
    return rowsOf(await world.service.result(PATHS.balances));
  });
  fieldSentences(say, 'Balance entry', BALANCE, BALANCE_NEEDS, entries);
  const currencies = async (): Promise<readonly Fields[]> =>
    (await entries()).map((entry) => inner(entry, 'currency'));
  fieldSentences(say, 'Currency object, balance form', FUNDS_CURRENCY, BALANCE_NEEDS, currencies);
  say('In balances code is the full code, short_code the coin symbol', BALANCE_NEEDS, async () => {
    for (const { code, short_code } of await currencies())
      assert.equal(String(code).split('_')[0], short_code);
  });
}

function statistics(say: Sentence, world: World): void {
  const result = once(async () =>
    fieldsOf(await world.service.result(PATHS.statistics, daysAround(world.nowMs()))),
  );
  for (const key of STATISTICS_KEYS) {
    say(`Statistics result: count.${key}, an integer`, [], async () => {
      const count = inner(await result(), 'count');
      assert.match(shown(count[key]), /^\d+$/, `count.${key} is ${shown(count[key])}`);
    });
    say(`Statistics result: amount.${key}, a float`, [], async () => {
      assertShape(float, inner(await result(), 'amount')[key], `amount.${key}`);
    });
  }
}
