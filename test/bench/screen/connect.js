// The payment element of bitcoin-connect, as the page of the bench uses it.
import '@getalby/bitcoin-connect';

/** The example of BOLT 11. */
const INVOICE =
  'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3k' +
  'dzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se903vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp';

export function mount(parent) {
  const element = document.createElement('bc-payment');
  element.setAttribute('invoice', INVOICE);
  element.setAttribute('payment-methods', 'external');
  parent.append(element);
  return element;
}

const within = (root, tag) =>
  [...(root?.querySelectorAll('*') ?? [])].some(
    (each) => each.matches(tag) || (each.shadowRoot !== null && within(each.shadowRoot, tag)),
  );

/** Its code is a picture. */
export const isShown = (element) => within(element.shadowRoot, 'svg path, img, canvas');

export async function change(element, index) {
  element.toggleAttribute('paid', index % 2 === 0);
  await element.updateComplete;
}

export const turn = change;
