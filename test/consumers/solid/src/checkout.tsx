import { createSignal } from 'solid-js';
import 'crypto-checkout/define';
import type {} from 'crypto-checkout/solid';

export function Checkout(props: { order: string }) {
  const [paid, setPaid] = createSignal('');
  return (
    <>
      <crypto-checkout order={props.order} on:crypto-paid={(event) => setPaid(event.detail.orderId)} />
      <output>{paid() && `The page heard that ${paid()} is paid`}</output>
    </>
  );
}
