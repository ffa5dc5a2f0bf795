import { expect } from '@open-wc/testing';
import { en } from '../../src/i18n/en.js';
import { currencyForm } from '../../src/render/markup/currency-form.js';
import { checkout } from '../../stories/fixtures.js';

/** The email field of the form for a payer without JavaScript, as the browser reads it. */
function emailField(): HTMLInputElement {
  const { order } = checkout;
  const markup = currencyForm(
    { ...checkout, order: { ...order, emailRequired: true } },
    { order: 'a.b.c' },
    '/crypto-checkout',
    { m: en, locale: 'en' },
  );
  const page = document.createElement('div');
  page.innerHTML = markup;
  const field = page.querySelector('input[type=email]');
  if (!(field instanceof HTMLInputElement)) throw new Error('There is no email field');
  return field;
}

describe('the email field of a form without JavaScript', () => {
  const domain = `${'d'.repeat(60)}.`.repeat(3) + 'd'.repeat(7);

  it('accepts what the proxy accepts', () => {
    const field = emailField();
    for (const text of ['payer@example.com', 'p+1@localhost', `${'a'.repeat(64)}@${domain}`]) {
      field.value = text;
      expect(field.checkValidity(), text).to.equal(true);
    }
  });

  it('refuses an address over the limits of the proxy, and says what to enter', () => {
    const field = emailField();
    for (const text of [`${'a'.repeat(65)}@example.com`, `payer@${domain}d`]) {
      field.value = text;
      expect(field.validity.patternMismatch, text).to.equal(true);
    }
    expect(field.title).to.equal('Enter an email address such as name@example.com.');
  });

  it('cuts nothing that is typed or pasted', () => {
    expect(emailField().maxLength).to.equal(-1);
  });
});
