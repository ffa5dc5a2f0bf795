import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isCurrencyCode } from '../../payment/index.js';
import {
  MERCHANT_PATHS,
  type Payout,
  type RefundLink,
  createPayoutApproval,
  createPayoutProposal,
  isSamePerson,
  payoutDigest,
  readProposal,
} from '../../proxy/settings.js';
import { createMerchantSession, type MerchantScope } from '../../proxy/server.js';

/** Time for which the printed link is valid. */
export const LINK_MINUTES = 5;

export interface DeskOptions {
  readonly person: string;
  readonly scopes: readonly MerchantScope[];
  /** The URL of the proxy's base path. */
  readonly proxyUrl: string;
  /** Secret for signing sessions. */
  readonly secret: string;
  /** Secret for signing proposals and approvals; `null` disables signing. */
  readonly payoutSecret: string | null;
  readonly clock: { nowMs(): number };
}

/** The desk refuses to sign. The message is for the network log of the browser. */
export class SigningRefusedError extends Error {
  override readonly name = 'SigningRefusedError';
}

/** An unvalidated JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

const OWN_PROPOSAL = 'Another person must approve this payout, since you proposed it.';

/** Signs sessions and payouts of one person, for the one page that opened the link. */
export class Desk {
  readonly link: OneTimeSecret;
  readonly #pageKey = randomSecret();
  /** Digests of the payouts that this person proposed here. */
  readonly #proposed = new Set<string>();

  constructor(readonly options: DeskOptions) {
    this.link = new OneTimeSecret(options.clock.nowMs() + LINK_MINUTES * 60_000);
  }

  /** Exchanges the secret of the link for the key of the page. @returns `null` if the link is no longer valid */
  open(secret: string): string | null {
    return this.link.use(secret, this.options.clock.nowMs()) ? this.#pageKey : null;
  }

  isPageKey(key: string): boolean {
    return isEqualSecret(key, this.#pageKey);
  }

  /** Signs a session for the page, at most 15 minutes long. */
  session(): Promise<string> {
    const { person, scopes, secret } = this.options;
    return createMerchantSession({ person, scopes }, { secret });
  }

  /**
   * Signs a proposal, or the approval of a digest, for the page.
   * @throws {SigningRefusedError} @throws {TypeError} if a field is invalid
   */
  signPayout(fields: Fields): Promise<string> {
    if (fields['kind'] === 'proposal') return this.#propose(fields);
    if (fields['kind'] === 'approval') return this.#approve(fields);
    throw new TypeError('kind is unknown. Send proposal or approval.');
  }

  async #propose({ currency, address, amount, purpose = null, refund }: Fields): Promise<string> {
    const { person } = this.options;
    const signing = this.#payoutSigning();
    if (!isText(currency) || !isCurrencyCode(currency))
      throw new TypeError('currency is unknown. Send one such as USDT_TRC20.');
    if (!isText(address) || !isText(amount)) throw new TypeError('address or amount is missing.');
    if (purpose !== null && !isText(purpose)) throw new TypeError('purpose is not text.');
    const content = { person, currency, address, amount, purpose, refund: refundLink(refund) };
    const proposal = await createPayoutProposal(content, signing);
    this.#proposed.add(payoutDigest(readProposal(proposal, signing.clock.nowMs())));
    return proposal;
  }

  /**
   * Signs the approval of a payout that another person proposed, according to the proxy. The payouts process does not trust the proxy
   * and verifies everything again.
   */
  async #approve({ digest }: Fields): Promise<string> {
    const { person } = this.options;
    const signing = this.#payoutSigning();
    if (!isText(digest)) throw new TypeError('digest is missing.');
    if (this.#proposed.has(digest)) throw new SigningRefusedError(OWN_PROPOSAL);
    const payout = (await this.#openPayouts()).find((one) => payoutDigest(one) === digest);
    if (!payout) throw new SigningRefusedError('The proxy has no payout with this digest.');
    if (isSamePerson(payout.proposedBy, person)) throw new SigningRefusedError(OWN_PROPOSAL);
    return createPayoutApproval({ person, digest }, signing);
  }

  #payoutSigning() {
    const { payoutSecret: secret, clock } = this.options;
    if (secret === null)
      throw new SigningRefusedError(
        'The desk has no payout secret. Set CRYPTO_CHECKOUT_PAYOUT_SECRET, and restart it.',
      );
    return { secret, clock };
  }

  /** Reads the unfinished payouts, which are all on the first page. */
  async #openPayouts(): Promise<readonly ListedPayout[]> {
    const response = await fetch(`${this.options.proxyUrl}${MERCHANT_PATHS.payouts}`, {
      headers: { authorization: `Bearer ${await this.session()}` },
      redirect: 'error',
    });
    if (!response.ok)
      throw new SigningRefusedError(`The proxy responded with status ${response.status}. Check its log.`);
    const list: unknown = await response.json();
    const payouts: unknown = isObject(list) && list['payouts'];
    return Array.isArray(payouts) ? payouts.filter(isListed) : [];
  }
}

type ListedPayout = Pick<Payout, 'id' | 'currency' | 'address' | 'amount' | 'proposedBy'>;

function isListed(value: unknown): value is ListedPayout {
  if (!isObject(value)) return false;
  const { currency } = value;
  const others = ['id', 'address', 'amount', 'proposedBy'];
  return isText(currency) && isCurrencyCode(currency) && others.every((name) => isText(value[name]));
}

/** @throws {TypeError} */
function refundLink(value: unknown): RefundLink | null {
  if (value === undefined || value === null) return null;
  const { payment, id } = isObject(value) ? value : {};
  if (isText(payment) && isText(id)) return { payment, id };
  throw new TypeError('refund is invalid. Send { payment, id }, or omit it.');
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Returns 256 random bits in Base64url. */
function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares two texts of any length in constant time. */
function isEqualSecret(one: string, other: string): boolean {
  const [digest, otherDigest] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return digest !== undefined && otherDigest !== undefined && timingSafeEqual(digest, otherDigest);
}

/** The secret of a link, which opens one page once, before it expires. */
class OneTimeSecret {
  readonly text = randomSecret();
  #isUsed = false;

  constructor(private readonly expiresAtMs: number) {}

  /** Returns whether the text is the secret. Accepts it only once, and only before it expires. */
  use(text: string, nowMs: number): boolean {
    if (this.#isUsed || nowMs >= this.expiresAtMs || !isEqualSecret(text, this.text)) return false;
    this.#isUsed = true;
    return true;
  }
}
