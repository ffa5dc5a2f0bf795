import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import type { CryptoCurrencyPicker } from '../../src/elements/crypto-currency-picker/crypto-currency-picker.js';
import { focused, OFFERS, press, rows, storageWith, type } from './currency-picker-support.js';
import { all, control, one, settled, shown, words } from './checkout-fixture.js';
import { until } from '../until.js';

async function openForm(
  markup = html`<crypto-currency-picker name="coin" currencies="BTC USDT_TRC20"></crypto-currency-picker>`,
) {
  const form = await fixture<HTMLFormElement>(
    html`<form @submit=${(event: Event) => event.preventDefault()}>${markup}</form>`,
  );
  const element = form.querySelector('crypto-currency-picker');
  if (!element) throw new Error('There is no picker in this form');
  element.storage = storageWith().storage;
  await settled(element);
  return {
    form,
    element,
    sent: () => [...new FormData(form)].map(([name, value]) => `${name}=${String(value)}`),
  };
}

async function choose(element: CryptoCurrencyPicker, name: string): Promise<void> {
  if (!element.inline) one(element, '#trigger').click();
  await settled(element);
  rows(element)
    .find((row) => row.innerText.includes(name))
    ?.click();
  await settled(element);
}

describe('crypto-currency-picker in a form', () => {
  it('is sent under its name, and not before a currency is selected', async () => {
    const { element, sent } = await openForm();
    expect(sent()).to.deep.equal([]);
    await choose(element, 'Tether');
    expect(sent()).to.deep.equal(['coin=USDT_TRC20']);
    element.name = 'currency';
    element.value = 'BTC';
    expect(
      sent().map((pair) => pair.split('=')[1]),
      'at once',
    ).to.deep.equal(['BTC']);
    await settled(element);
    expect(sent()).to.deep.equal(['currency=BTC']);
  });

  it('dispatches input, change and its own event, with the value in the form', async () => {
    const { form, element, sent } = await openForm();
    const heard: string[] = [];
    for (const name of ['input', 'change', 'crypto-currency-change'])
      form.addEventListener(name, ({ target }) => {
        heard.push(`${name} ${String(target === element)} ${sent().join()}`);
      });
    await choose(element, 'Tether');
    expect(heard).to.deep.equal([
      'input true coin=USDT_TRC20',
      'change true coin=USDT_TRC20',
      'crypto-currency-change true coin=USDT_TRC20',
    ]);
  });

  it('keeps the events of its search to itself', async () => {
    const { form, element } = await openForm(
      html`<crypto-currency-picker inline currencies="BTC LTC TRX SOL TON BNB ETH"></crypto-currency-picker>`,
    );
    let heard = 0;
    for (const name of ['input', 'change']) form.addEventListener(name, () => (heard += 1));
    await type(element, 'gram');
    expect(rows(element).map(({ innerText }) => words(innerText))).to.deep.equal([
      'Gram (Toncoin) TON on TON',
    ]);
    await press(element, 'Tab');
    expect(heard).to.equal(0);
  });

  it('blocks the form while it is required and empty, and names the missing choice', async () => {
    const { form, element } = await openForm(
      html`<crypto-currency-picker name="coin" required currencies="BTC LTC"></crypto-currency-picker>`,
    );
    expect(form.checkValidity()).to.equal(false);
    expect(element.validity.valueMissing).to.equal(true);
    expect(element.validationMessage).to.equal('Choose a coin and network.');
    form.requestSubmit();
    await until(() => focused(element) === 'trigger', 'the browser shows the field');
    await choose(element, 'Litecoin');
    expect(form.checkValidity()).to.equal(true);
    element.required = false;
    element.value = '';
    await settled(element);
    expect(element.checkValidity()).to.equal(true);
  });

  it('does not send a currency that is no longer available, and says so', async () => {
    const { form, element, sent } = await openForm();
    await choose(element, 'Tether');
    element.offers = [
      { code: 'BTC', available: true },
      { code: 'USDT_TRC20', available: false },
    ];
    await settled(element);
    expect(shown(element), 'the choice stays visible').to.contain(
      'USDT on TRON (TRC-20) Not available right now',
    );
    expect(sent()).to.deep.equal([]);
    expect(form.checkValidity()).to.equal(false);
    expect(element.validationMessage).to.contain('USDT on TRON (TRC-20) isn’t available right now.');
  });

  it('resets with the form to the value of its markup, and to a restored one', async () => {
    const { form, element } = await openForm(
      html`<crypto-currency-picker name="coin" value="BTC" currencies="BTC LTC"></crypto-currency-picker>`,
    );
    await choose(element, 'Litecoin');
    expect(element.value).to.equal('LTC');
    form.reset();
    expect(element.value).to.equal('BTC');
    element.formStateRestoreCallback('LTC');
    expect(element.value).to.equal('LTC');
    element.formStateRestoreCallback('<script>');
    expect(element.value).to.equal('');
  });

  it('accepts no selection while it or its fieldset is disabled', async () => {
    const { form, element, sent } = await openForm(
      html`<fieldset>
        <crypto-currency-picker name="coin" value="BTC" inline currencies="BTC LTC"></crypto-currency-picker>
      </fieldset>`,
    );
    const fieldset = form.querySelector('fieldset');
    for (const holder of [fieldset, element]) {
      if (holder) holder.disabled = true;
      await settled(element);
      await choose(element, 'Litecoin');
      expect(sent()).to.deep.equal([]);
      expect(element.value).to.equal('BTC');
      if (holder) holder.disabled = false;
      await settled(element);
    }
    element.inline = false;
    element.disabled = true;
    await settled(element);
    expect(one(element, '#trigger').matches(':disabled')).to.equal(true);
  });

  it('is named by its label, which leads to it', async () => {
    const { form, element } = await openForm(
      html`<label for="picker">Coin for refunds</label>
        <crypto-currency-picker id="picker" name="coin" currencies="BTC LTC"></crypto-currency-picker>`,
    );
    expect(control(element, 'Coin for refunds Choose a coin')).to.equal(one(element, '#trigger'));
    form.querySelector('label')?.click();
    expect(focused(element)).to.equal('trigger');
    await expect(form).to.be.accessible();
  });

  it('ignores unknown codes', async () => {
    const { element, sent } = await openForm(
      html`<crypto-currency-picker
        name="coin"
        value="DOGE"
        currencies="DOGE, BTC,__proto__ BTC"
      ></crypto-currency-picker>`,
    );
    expect(sent()).to.deep.equal([]);
    await choose(element, 'Bitcoin');
    await until(() => all(element, '[role=option]').length === 0, 'the list is closed');
    expect(sent()).to.deep.equal(['coin=BTC']);
  });

  it('keeps its own order when the page names only codes that are unknown', async () => {
    const picker = async (currencies: string) => {
      const { element } = await openForm(
        html`<crypto-currency-picker
          inline
          .offers=${OFFERS}
          currencies=${currencies}
        ></crypto-currency-picker>`,
      );
      return all(element, '[role=option]').map(({ innerText }) => words(innerText));
    };
    expect(await picker('DOGE')).to.deep.equal(await picker(''));
    expect(await picker('BTC USDT_TRC20')).not.to.deep.equal(await picker(''));
  });
});
