/** What no link needs, and what readers of links disagree on: spaces, backslashes, control and invisible characters. */
const UNSAFE = /[\s\\\p{C}]/u;
/** A whole address with a host and without user info: nothing that is relative, and no `//host`. */
const WHOLE = /^https:\/\/[^/?#@]+(?:[/?#]|$)/i;
/** The schemes that payment URIs begin with. */
const PAYMENT = /^(?:bitcoin|litecoin|ethereum|solana|ton):[\w+/@?&=.:-]+$/;
/** The hosts of the wallets' own links. */
const WALLETS = /^https:\/\/(?:link\.metamask\.io|app\.keeperwallet\.com|link\.trustwallet\.com)\//;
const MAIL = /^mailto:[^?]+/i;

/** This very machine (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3, RFC 4291 section 2.5.3). */
const LOOPBACK = /^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?=[:/])/;

type ForeignText = string | null | undefined;

/**
 * Returns untrusted text as a link, or `null` if it is not safe. The only way for such text into an `href`. Accepts only
 * `https:`.
 */
export function secureLink(text: ForeignText): string | null {
  return text && !UNSAFE.test(text) && WHOLE.test(text) && URL.canParse(text) ? text : null;
}

/** As `secureLink`; a page that is itself on `http:`, as on a developer's machine, may lead to `http:` too. */
export function pageLink(text: ForeignText): string | null {
  return location.protocol === 'http:' ? asSecure(text) : secureLink(text);
}

/** Where a phone may go on with a payment: `https:`, or `http:` on the machine that the page is made on. */
export function resumeLink(text: ForeignText): string | null {
  return text && LOOPBACK.test(text) ? asSecure(text) : secureLink(text);
}

function asSecure(text: ForeignText): string | null {
  return text && secureLink(text.replace(/^http:/, 'https:')) !== null ? text : null;
}

/** As `pageLink`, or an address to write to. */
export function supportLink(text: ForeignText): string | null {
  return text && MAIL.test(text) && !UNSAFE.test(text) ? text : pageLink(text);
}

/** A link that opens a wallet: on one of the wallets' own hosts, or a payment URI. */
export function walletLink(text: string): string | null {
  if (PAYMENT.test(text)) return text;
  return WALLETS.test(text) ? secureLink(text) : null;
}
