import { errorFields } from '../base/log.js';
import type { ResolvedOrder } from '../checkouts/checkout-repository.js';
import { OrderTokenError, verifyOrderToken } from '../domain/tokens.js';
import type { ResolvedOptions } from '../options/options.js';
import { OrderError, parseOrder } from '../domain/order.js';
import { ProblemError } from '../base/problem-error.js';
import { DAY_MS } from '../base/time.js';

/** Longer ones are neither a token nor a reference. */
const MAX_LENGTH = 8000;
/** Three parts in base64url (RFC 7515, section 3.1). */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

type AdmissionSettings = Pick<
  ResolvedOptions,
  'orders' | 'orderKeys' | 'maxOrderTokenDays' | 'clock' | 'logger'
>;

/**
 * Which order the page means: by a signed token, or by a reference that the shop's resolver allows for this request.
 * @throws {ProblemError}
 */
export async function admitOrder(
  text: string,
  request: Request,
  settings: AdmissionSettings,
): Promise<ResolvedOrder> {
  if (text.length > MAX_LENGTH) throw new ProblemError('order_not_found');
  if (settings.orderKeys.length > 0 && TOKEN.test(text)) return fromToken(text, settings);
  return fromResolver(text, request, settings);
}

/** For the log alone. */
const UNKNOWN_TO_SHOP = new Error('the orders resolver knows no such order');
const NO_TOKEN = new Error(
  'it is no order token (three parts with dots between), and the proxy has no orders resolver to ask',
);

/**
 * The order as the shop has it now: it may cost something else, or have been paid otherwise.
 * @throws {ProblemError}
 */
export async function fromResolver(
  reference: string,
  request: Request,
  { orders, clock, logger }: AdmissionSettings,
): Promise<ResolvedOrder> {
  if (!orders) throw new ProblemError('order_not_found', undefined, { cause: NO_TOKEN });
  try {
    const order = await orders(reference, request);
    if (order === null || order === undefined)
      throw new ProblemError('order_not_found', undefined, { cause: UNKNOWN_TO_SHOP });
    return { terms: parseOrder(order), issuedAtMs: clock.nowMs(), reference };
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    logger.error(errorFields(error), 'the orders resolver failed, or its order cannot be right');
    throw new ProblemError('internal_error', undefined, { cause: error });
  }
}

async function fromToken(
  token: string,
  { orderKeys, maxOrderTokenDays, clock, logger }: AdmissionSettings,
): Promise<ResolvedOrder> {
  try {
    return await verifyOrderToken(token, orderKeys, clock.nowMs(), maxOrderTokenDays * DAY_MS);
  } catch (error) {
    if (error instanceof OrderTokenError) {
      const code = error.code === 'expired' ? 'order_expired' : 'order_not_found';
      throw new ProblemError(code, undefined, { cause: error });
    }
    if (!(error instanceof OrderError)) throw error;
    logger.error(errorFields(error), 'the shop has signed an order that cannot be right');
    throw new ProblemError(
      'invalid_request',
      'the order in the token cannot be right: see the log of the proxy',
    );
  }
}
