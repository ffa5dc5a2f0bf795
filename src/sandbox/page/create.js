// Creates an invoice from the form.

import { onSubmit } from './buttons.js';
import { CHOICES } from './choices.js';
import { addOptions } from './dom.js';
import { call } from './polling.js';

const form = document.forms['create-form'];
addOptions(form.elements.currency, CHOICES.fiatCodes);
addOptions(form.elements.cryptocurrency, CHOICES.currencyCodes);

onSubmit(form, async ({ amount, currency, cryptocurrency, order, email, minutes }) => {
  const { invoice } = await call('POST', 'invoices', {
    amount: amount.value.trim(),
    currency: currency.value,
    order_id: order.value,
    email: email.value,
    add_fields: {
      cryptocurrency: cryptocurrency.value || undefined,
      time_to_pay: minutes.value ? { minutes: Number(minutes.value) } : undefined,
    },
  });
  return `${invoice.uuid} created.`;
});
