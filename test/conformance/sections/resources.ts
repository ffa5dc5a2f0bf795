import assert from 'node:assert/strict';
import type { JsonFields } from '../json.js';
import { fieldsOf, rowsOf, formatValue } from '../json.js';
import type { Need, Requirement } from '../requirement.js';
import { assertShape, fieldRequirements, inner, once } from '../requirement.js';
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
import type { TestEnvironment } from '../test-environment.js';

const WALLET_NEEDS: readonly Need[] = ['wallets'];
const WITHDRAWAL_NEEDS: readonly Need[] = ['withdrawal', 'withdrawal key'];
const BALANCE_NEEDS: readonly Need[] = ['balance'];

/** "Resources and their fields": each field by name and type, in each form that carries it. */
export function resources(say: Requirement, environment: TestEnvironment): void {
  createdInvoice(say, environment);
  listedInvoices(say, environment);
  withdrawal(say, environment);
  staticWallets(say, environment);
  balances(say, environment);
  statistics(say, environment);
}

function createdInvoice(say: Requirement, environment: TestEnvironment): void {
  const form = 'Invoice, creation';
  const chosen = once(() => environment.createIn('USDT_TRC20'));
  const open = once(() => environment.create());
  const samples = async (): Promise<readonly JsonFields[]> => [await chosen(), await open()];
  fieldRequirements(say, form, CREATED, [], samples);
  say(`${form}: side_commission_cc, or under the key side_commission_service`, [], async () => {
    for (const { side_commission_cc, side_commission_service } of await samples())
      assertShape(text, side_commission_cc ?? side_commission_service, 'side_commission_cc');
  });
  say(`${form}: currency, the chosen cryptocurrency`, [], async () => {
    assertShape(objectOf(INVOICE_CURRENCY), (await chosen())['currency'], 'currency');
    assertShape(either(objectOf(INVOICE_CURRENCY), nothing), (await open())['currency'], 'currency');
  });
  const currency = async (): Promise<readonly JsonFields[]> => [inner(await chosen(), 'currency')];
  fieldRequirements(say, 'Currency object, invoice form', INVOICE_CURRENCY, [], currency);
  say('In invoices code is the base code, fullcode has the network suffix', [], async () => {
    const [{ code, fullcode } = {}] = await currency();
    assert.deepEqual([code, fullcode], ['USDT', 'USDT_TRC20']);
  });
  fieldRequirements(say, 'Network object', NETWORK, [], async () => [
    inner(inner(await chosen(), 'currency'), 'network'),
  ]);
  fieldRequirements(say, 'Project object', PROJECT, [], async () => [inner(await chosen(), 'project')]);
}

/** An open invoice, one in a currency, a canceled one, and a paid one where money can arrive. */
async function invoicesInAllStates(environment: TestEnvironment): Promise<readonly string[]> {
  const canceled = await environment.createId();
  await environment.cancel(canceled);
  const chosen = await environment.createIdIn('ETH');
  const paid = environment.hand ? [await environment.createIdIn('BTC')] : [];
  for (const id of paid) await environment.hand?.pay(id);
  return [canceled, chosen, ...paid];
}

function listedInvoices(say: Requirement, environment: TestEnvironment): void {
  const ids = once(() => invoicesInAllStates(environment));
  const forms = {
    'Invoice, information': once(async () => environment.service.info(...(await ids()))),
    'Invoice, list': once(async () => {
      await ids();
      return rowsOf(await environment.service.result(PATHS.list, daysAround(environment.nowMs())));
    }),
  };
  for (const [form, samples] of Object.entries(forms)) {
    fieldRequirements(say, form, LISTED, [], samples);
    say(`${form}: currency, the chosen cryptocurrency`, [], async () => {
      for (const { currency } of await samples())
        assertShape(either(objectOf(INVOICE_CURRENCY), nothing), currency, 'currency');
    });
  }
  say('Invoice: type is up for an incoming payment invoice', [], async () => {
    for (const { type } of await forms['Invoice, information']()) assert.equal(type, 'up');
  });
}

function withdrawal(say: Requirement, environment: TestEnvironment): void {
  const form = 'Withdrawal';
  const sample = once(async () => fieldsOf((await withdrawalCall(environment)).body['result']));
  const samples = async (): Promise<readonly JsonFields[]> => [await sample()];
  say(`${form}: uuid or invoice_id, prefix INV- followed by 8 characters`, WITHDRAWAL_NEEDS, async () => {
    const { uuid, invoice_id } = await sample();
    assertShape(invoiceId, uuid ?? invoice_id, 'uuid or invoice_id');
  });
  say(`${form}: currency, a Currency object or a code`, WITHDRAWAL_NEEDS, async () => {
    assertShape(either(objectOf(INVOICE_CURRENCY), text), (await sample())['currency'], 'currency');
  });
  fieldRequirements(say, form, WITHDRAWN, WITHDRAWAL_NEEDS, samples);
  say(`${form}: quiz_detail has invoice, rating, comment, created`, WITHDRAWAL_NEEDS, async () => {
    const detail = inner(await sample(), 'quiz_detail');
    for (const name of QUIZ_MEMBERS)
      assert.ok(name in detail, `${name} is missing in ${formatValue(detail)}`);
  });
}

function staticWallets(say: Requirement, environment: TestEnvironment): void {
  const { service, settings } = environment;
  const created = once(async () => {
    const body = { shop_id: settings.shopId, currency: 'USDT_TRC20', identify: environment.customer };
    return fieldsOf(await service.result(PATHS.createWallet, body));
  });
  const listed = once(async () => {
    const { uuid } = await created();
    const body = { shop_id: settings.shopId, ...daysAround(environment.nowMs()), limit: 100 };
    const { staticWallets: rows } = fieldsOf(await service.result(PATHS.listWallets, body));
    return rowsOf(rows).filter((wallet) => wallet['uuid'] === uuid);
  });
  const forms = { 'Static wallet, creation': async () => [await created()], 'Static wallet, list': listed };
  for (const [form, samples] of Object.entries(forms)) {
    fieldRequirements(say, form, WALLET, WALLET_NEEDS, samples);
    say(`${form}: active or enable, the wallet's flag`, WALLET_NEEDS, async () => {
      for (const { active, enable } of await samples())
        assertShape(bool, active ?? enable, 'active or enable');
    });
  }
  const currency = async (): Promise<readonly JsonFields[]> => [inner(await created(), 'currency')];
  fieldRequirements(say, 'Currency object, static wallet form', FUNDS_CURRENCY, WALLET_NEEDS, currency);
  say('In static wallets code is the full code, short_code the coin symbol', WALLET_NEEDS, async () => {
    const [{ code, short_code } = {}] = await currency();
    assert.deepEqual([code, short_code], ['USDT_TRC20', 'USDT']);
  });
}

function balances(say: Requirement, environment: TestEnvironment): void {
  const entries = once(async () => {
    if (environment.hand) await environment.hand.pay(await environment.createIdIn('USDT_TRC20'));
    return rowsOf(await environment.service.result(PATHS.balances));
  });
  fieldRequirements(say, 'Balance entry', BALANCE, BALANCE_NEEDS, entries);
  const currencies = async (): Promise<readonly JsonFields[]> =>
    (await entries()).map((entry) => inner(entry, 'currency'));
  fieldRequirements(say, 'Currency object, balance form', FUNDS_CURRENCY, BALANCE_NEEDS, currencies);
  say('In balances code is the full code, short_code the coin symbol', BALANCE_NEEDS, async () => {
    for (const { code, short_code } of await currencies())
      assert.equal(String(code).split('_')[0], short_code);
  });
}

function statistics(say: Requirement, environment: TestEnvironment): void {
  const result = once(async () =>
    fieldsOf(await environment.service.result(PATHS.statistics, daysAround(environment.nowMs()))),
  );
  for (const key of STATISTICS_KEYS) {
    say(`Statistics result: count.${key}, an integer`, [], async () => {
      const count = inner(await result(), 'count');
      assert.match(formatValue(count[key]), /^\d+$/, `count.${key} is ${formatValue(count[key])}`);
    });
    say(`Statistics result: amount.${key}, a float`, [], async () => {
      assertShape(float, inner(await result(), 'amount')[key], `amount.${key}`);
    });
  }
}
