/** An invoice made right here. */
export const CREATE_JS = String.raw`
import { byId } from './dom.js';
import { call } from './live.js';
import { onSubmit } from './press.js';

onSubmit(byId('create-form'), async ({ amount, currency, cryptocurrency, order, email, minutes }) => {
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
`;
