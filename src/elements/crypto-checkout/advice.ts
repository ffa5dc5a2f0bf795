import type { SessionSnapshot } from '../../checkout/session.js';

/** What a shop's developer should look at, for the console; `null` where the payer's screen says it all. */
export function adviceFor(snapshot: SessionSnapshot, endpoint: string): string | null {
  if (snapshot.phase !== 'failed') return null;
  switch (snapshot.problem.code) {
    case 'bad_answer':
      return `what answers at "${endpoint}" is not the checkout's proxy: does "endpoint" hold its base path?`;
    case 'offline':
      return `"${endpoint}" cannot be reached from this page: is the proxy up, and is ${location.origin} among its "origins"?`;
    case 'order_not_found':
      return 'the proxy does not know this order: "order" must be a token that was signed with one of its secrets, or a reference that its resolver allows';
    default:
      return null;
  }
}

/** Said where developers look, and payers do not. */
export function advise(text: string): void {
  // eslint-disable-next-line no-console -- the one place of the elements that speaks to developers
  console.warn(`<crypto-checkout>: ${text}`);
}
