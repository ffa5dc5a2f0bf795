import type { SessionProblem } from '../../checkout/session.js';

/** Returns a console message for the shop's developer; `null` if the screen explains the problem. */
export function warningFor({ code }: SessionProblem, endpoint: string): string | null {
  switch (code) {
    case 'invalid_response':
      return `The response from "${endpoint}" is not from a checkout proxy. Set "endpoint" to the proxy's base path.`;
    case 'offline':
      return `The proxy at "${endpoint}" is not reachable from this page. Start it, and list ${location.origin} in its "origins".`;
    case 'order_not_found':
      return 'The proxy does not know this order. Set "order" to a token signed with one of its secrets, or to a reference that its resolver accepts.';
    case 'customer_not_found':
      return 'The proxy does not know this customer. Set "customer" to a token signed with one of its secrets, or to a reference that its resolver accepts.';
    case 'currency_not_offered':
      return 'The proxy does not offer this currency. Correct "currencies", or add it to the "offers" of the proxy.';
    default:
      return null;
  }
}
