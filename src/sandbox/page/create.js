// Creates an invoice from the form.

import { CHOICES } from './choices.js';
import { addOptions, controlsOf, formById } from './dom.js';
import { call } from './polling.js';
import { onSubmit } from './buttons.js';

const form = formById('create-form');
const controls = controlsOf(form);
addOptions(controls.currency, CHOICES.fiatCodes);
addOptions(controls.cryptocurrency, CHOICES.currencyCodes);

onSubmit(form, async ({ amount, currency, cryptocurrency, order, email, minutes }) => {
  const { invoice } = await call('POST', 'invoices', {
    amount: amount.value.trim(),
    currency: currency.value,
    order_id: order.value,
    email: email.value,
    add_fields: {
      ...(cryptocurrency.value ? { cryptocurrency: cryptocurrency.value } : {}),
      ...(minutes.value ? { time_to_pay: { minutes: Number(minutes.value) } } : {}),
    },
  });
  return invoice.uuid + ' created.';
});
