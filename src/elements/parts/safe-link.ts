import { isServer } from 'lit';
import { mayBeSent, type Checkout } from '../../protocol/index.js';

/** Parsers disagree on these, and no link needs them: spaces, backslashes, control and invisible characters. */
const UNSAFE = /[\s\\\p{C}]/u;
/** An absolute URL with a host and without user info. */
const WHOLE = /^https:\/\/[^/?#@]+(?:[/?#]|$)/i;
/** A payment URI. An address, or what ERC-681 puts before it, follows the scheme. */
const PAYMENT = /^(?:(?:bitcoin|litecoin|ethereum|solana):|ton:\/\/transfer\/)[\w-][\w+/@?&=.:-]*$/;
const WALLETS = /^https:\/\/(?:link\.metamask\.io|app\.keeperwallet\.com|link\.trustwallet\.com)\//;
const MAIL = /^mailto:[^?]+/i;

/** The local machine (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3, RFC 4291 section 2.5.3). */
const LOOPBACK = /^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?=[:/])/;

type UntrustedText = string | null | undefined;

/**
 * Returns untrusted text as a link, or `null` if it is not safe. The only way for such text into an `href`. Accepts only
 * `https:`.
 */
export function secureLink(text: UntrustedText): string | null {
  return text && !UNSAFE.test(text) && WHOLE.test(text) && URL.canParse(text) ? text : null;
}

/** Returns the payment service's hosted page, while the invoice can be paid there. */
export function hostedPage({ state, invoice }: Checkout): string | null {
  return invoice && mayBeSent(state, invoice) ? secureLink(invoice.hostedPage) : null;
}

/** As `secureLink`; a page on `http:`, as during development, may link to `http:` too. A server does not know the page. */
export function pageLink(text: UntrustedText): string | null {
  return !isServer && location.protocol === 'http:' ? asSecure(text) : secureLink(text);
}

/** A link that continues a payment on a phone: `https:`, or `http:` on loopback. */
export function resumeLink(text: UntrustedText): string | null {
  return text && LOOPBACK.test(text) ? asSecure(text) : secureLink(text);
}

function asSecure(text: UntrustedText): string | null {
  return text && secureLink(text.replace(/^http:/, 'https:')) !== null ? text : null;
}

/** As `pageLink`, or a `mailto:` link. */
export function supportLink(text: UntrustedText): string | null {
  return text && MAIL.test(text) && !UNSAFE.test(text) ? text : pageLink(text);
}

/** A link that opens a wallet: on the host of a wallet, or a payment URI. */
export function walletLink(text: string): string | null {
  if (PAYMENT.test(text)) return text;
  return WALLETS.test(text) ? secureLink(text) : null;
}
