import { PATHS } from '../../protocol/index.js';
import type { Order } from './order.js';
import { createOrderToken, type OrderTokenOptions } from './shop-tokens.js';

export interface PaymentLinkOptions extends OrderTokenOptions {
  /** `publicUrl` of the proxy, such as `https://shop.example/crypto-checkout`. */
  readonly baseUrl: string;
}

/** In characters: the longest that a QR code holds with error correction M is 2331. */
const MAX_LINK_LENGTH = 2300;

/**
 * Creates a link to the payment page of an order: `publicUrl`, `/pay/` and an order token. Anyone with the link can see and pay
 * the order.
 *
 * @throws {TypeError} if the order has an email address, which everyone with the link could read; if `baseUrl` is not a URL; if the
 *   link has more than 2300 characters, which no QR code holds; and as `createOrderToken`
 * @throws {OrderError} if the order is invalid
 */
export async function createPaymentLink(
  order: Order,
  { baseUrl, ...options }: PaymentLinkOptions,
): Promise<string> {
  if (order.email !== undefined)
    throw new TypeError(
      'order.email is part of the link. Omit it, or pass emailRequired to ask the payer for it.',
    );
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new TypeError(
      `baseUrl is invalid (${JSON.stringify(baseUrl)}). Pass publicUrl of the proxy, such as https://shop.example/crypto-checkout.`,
    );
  const token = await createOrderToken(order, options);
  const link = baseUrl.replace(/\/+$/, '') + PATHS.pay.replace(':token', token);
  if (link.length > MAX_LINK_LENGTH)
    throw new TypeError(
      `The payment link would have ${link.length} characters. Use at most ${MAX_LINK_LENGTH}, which a QR code can hold: shorten order.description, order.returnUrl or order.failUrl.`,
    );
  return link;
}
