import type { SessionSnapshot } from '../../checkout/session.js';

/** Returns a console message for the shop's developer; `null` if the screen explains the problem. */
export function warningFor(snapshot: SessionSnapshot, endpoint: string): string | null {
  if (snapshot.phase !== 'failed') return null;
  switch (snapshot.problem.code) {
    case 'bad_answer':
      return `what answers at "${endpoint}" is not the checkout's proxy: does "endpoint" hold its base path?`;
    case 'offline':
      return `"${endpoint}" cannot be reached from this page: is the proxy up, and is ${location.origin} among its "origins"?`;
    case 'order_not_found':
      return 'the proxy does not know this order: "order" must be a token that was signed with one of its secrets, or a reference that its resolver allows';
    case 'customer_not_found':
      return 'the proxy does not know this customer: "customer" must be a token that was signed with one of its secrets, or a reference that its resolver allows';
    case 'currency_not_offered':
      return 'the proxy does not offer this coin: leave it out of "currencies", or add it to the "offers" of the proxy';
    default:
      return null;
  }
}
