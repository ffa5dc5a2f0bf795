// What a component may write on the tags, and what the compiler refuses. Compiled, never run.
export const allowed = () => [
  <crypto-checkout order="token" theme="dark" class="wide" return-after={30} />,
  <crypto-checkout returnAfter={30} on:crypto-paid={({ detail }) => detail.orderId} />,
  <crypto-currency-picker offers={[{ code: 'BTC', available: true }]} required />,
  <crypto-merchant
    session-url="/staff-session"
    on:crypto-merchant-count={({ detail }) => detail.count.toFixed()}
  />,
  <crypto-merchant-payments payment="" scopes={['payments:read']} />,
];

export const refused = () => [
  // @ts-expect-error -- no such theme
  <crypto-checkout theme="blue" />,
  // @ts-expect-error -- an order is text
  <crypto-checkout order={1001} />,
  // @ts-expect-error -- no number
  <crypto-checkout return-after="soon" />,
  // @ts-expect-error -- nothing was paid with this event
  <crypto-checkout on:crypto-error={({ detail }) => detail.orderId} />,
  // @ts-expect-error -- no such coin
  <crypto-currency-picker value="DOGGY" />,
  // @ts-expect-error -- no such scope
  <crypto-merchant-attention scopes={['payments:write']} />,
  // @ts-expect-error -- the event counts, it names no checkout
  <crypto-merchant on:crypto-merchant-count={({ detail }) => detail.payment} />,
  // @ts-expect-error -- no such tag
  <crypto-chekout order="token" />,
];
