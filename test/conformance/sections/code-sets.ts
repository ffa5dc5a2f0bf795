import assert from 'node:assert/strict';
import { FIAT_CODES, PAYMENT_CODES, TON_CODES, WALLET_CODES } from '../codes.js';
import { fieldsOf, number, numberOf, textOf } from '../json.js';
import type { Requirement } from '../requirement.js';
import { inner } from '../requirement.js';
import { PATHS, errorOf } from '../service.js';
import { compareAmounts } from '../../../src/payment/index.js';
import { preparedBody, withdrawalCall, withdrawalKey } from '../withdrawal.js';
import type { TestEnvironment } from '../test-environment.js';

/** "Currency code sets": each code once. */
export function codeSets(say: Requirement, environment: TestEnvironment): void {
  fiatCodes(say, environment);
  paymentCodes(say, environment);
  withdrawalCodes(say, environment);
  walletCodes(say, environment);
}

function fiatCodes(say: Requirement, environment: TestEnvironment): void {
  for (const currency of FIAT_CODES) {
    say(`Fiat conversion codes for invoice creation: ${currency}`, [], async () => {
      const invoice = await environment.create({ currency, amount: number('1000') });
      assert.equal(invoice['fiat_currency'], currency);
      // The service doc says both "stated in USD" and "conversion currency".
      const amounts = ['amount_in_fiat', 'amount_usd'].map((name) => numberOf(invoice, name));
      assert.ok(
        amounts.some((amount) => compareAmounts(amount, '1000') === 0),
        amounts.join(' and '),
      );
    });
  }
  say('The default of the conversion currency is USD', [], async () => {
    const invoice = await environment.create({ currency: undefined });
    assert.equal(invoice['fiat_currency'], 'USD');
  });
}

function paymentCodes(say: Requirement, environment: TestEnvironment): void {
  for (const code of PAYMENT_CODES) {
    say(`Payment currencies for add_fields.cryptocurrency: ${code}`, [], async () => {
      const invoice = await environment.createIn(code);
      assert.equal(inner(invoice, 'currency')['fullcode'], code);
      assert.notEqual(textOf(invoice, 'address'), '');
    });
  }
  say('Payment currencies for add_fields.available_currencies: all of them', [], async () => {
    await environment.create({}, { available_currencies: PAYMENT_CODES });
  });
}

function withdrawalCodes(say: Requirement, environment: TestEnvironment): void {
  const { hand, settings } = environment;
  for (const code of PAYMENT_CODES) {
    const isAsked = settings.withdrawal?.currency === code;
    say(
      `Withdrawal currency_code, the same set: ${code}`,
      isAsked ? ['withdrawal', 'withdrawal key'] : ['money', 'withdrawal key'],
      async () => {
        const answer = hand
          ? await environment.service.call(
              PATHS.withdraw,
              await preparedBody(environment, code),
              withdrawalKey(environment),
            )
          : await withdrawalCall(environment);
        assert.equal(answer.body['status'], 'success', answer.text);
      },
    );
  }
}

function walletCodes(say: Requirement, environment: TestEnvironment): void {
  const request = (currency: string): object => ({
    shop_id: environment.settings.shopId,
    currency,
    identify: `${environment.customer}-codes`,
  });
  for (const code of WALLET_CODES) {
    say(`Static wallet currency, the payment set without TON: ${code}`, ['wallets'], async () => {
      const wallet = fieldsOf(await environment.service.result(PATHS.createWallet, request(code)));
      assert.equal(inner(wallet, 'currency')['code'], code);
    });
  }
  for (const code of TON_CODES) {
    say(`Static wallets are unsupported on the TON network: ${code}`, ['wallets'], async () => {
      errorOf(await environment.service.call(PATHS.createWallet, request(code)));
    });
  }
}
