import { isLine } from '../../payment/plain-text.js';
import { isSamePerson, MERCHANT_SCOPES, type MerchantScope, type RefundLink } from '../../protocol/index.js';
import { MINUTE_MS } from '../base/time.js';
import { isOfType, signToken, TokenError, verifyToken } from './jwt.js';
import { randomUUID } from 'node:crypto';
import { decodeJwt, type JWTPayload } from 'jose';
import * as v from 'valibot';
import { validateAddress } from '../../payment/addresses/index.js';
import { isCurrencyCode, plainAmount } from '../../payment/index.js';
import { withdrawalBody } from '../../service/withdrawal.js';
import type { ProposalContent, PayoutContent } from './payout.js';

export interface MerchantSessionRequest {
  /**
   * Name of the person in the audit log, 1 to 100 characters on one line. It must identify one person: two spellings of a name are one
   * person, see `isSamePerson`.
   */
  readonly person: string;
  readonly scopes: readonly MerchantScope[];
  /** Validity in seconds, from 1 to 900. Default: 900. */
  readonly expiresIn?: number;
}

export interface MerchantSecretOptions {
  /** At least 32 bytes; one of the proxy's `merchant.secrets`. */
  readonly secret: string;
}

/** A verified session. Which scope a request needs: `http/staff.ts`. */
export interface VerifiedSession {
  readonly person: string;
  readonly scopes: ReadonlySet<MerchantScope>;
  readonly expiresAtMs: number;
}

const SESSION_TYPE = 'merchant-session+jwt';
const MAX_SECONDS = 15 * 60;
/** Maximum lead of the shop server's clock, which signs, over the clock of the process that verifies. */
const MAX_AHEAD_MS = MINUTE_MS;

/**
 * Signs a session for the merchant elements by the system time, which the proxy compares it with: a JWT with HS256 and `typ` `merchant-session+jwt`. Sign it on the shop's server, for
 * the person who is signed in there.
 *
 * @throws {TypeError} if the secret is too short, or the person, a scope or `expiresIn` is invalid
 */
export function createMerchantSession(
  { person, scopes, expiresIn = MAX_SECONDS }: MerchantSessionRequest,
  { secret }: MerchantSecretOptions,
): Promise<string> {
  if (!(Number.isInteger(expiresIn) && expiresIn > 0 && expiresIn <= MAX_SECONDS))
    throw new TypeError(`expiresIn is invalid (${expiresIn}). Pass 1 to ${MAX_SECONDS} seconds.`);
  const unknown = scopes.find((scope) => !MERCHANT_SCOPES.includes(scope));
  if (unknown !== undefined)
    throw new TypeError(`scopes contains "${String(unknown)}". Use ${MERCHANT_SCOPES.join(', ')}.`);
  const content = () => ({ sub: validatePerson(person), scope: scopes.join(' ') });
  return signToken(SESSION_TYPE, content, { secret, expiresInSeconds: expiresIn });
}

/** Returns the name of a person. @throws {TypeError} if it is invalid */
function validatePerson(person: unknown): string {
  if (isPerson(person)) return person;
  throw new TypeError(`person is invalid (${JSON.stringify(person)}). Pass 1 to 100 characters on one line.`);
}

/** Whether a text names a person: 1 to 100 characters on one line. */
export function isPerson(person: unknown): person is string {
  if (typeof person !== 'string' || !isLine(person, 100) || person !== person.trim()) return false;
  // Names without a visible character are all one name.
  return !isSamePerson(person, '');
}

/** A merchant session that is forged, damaged, expired, of another type, or valid for too long. */
export class MerchantSessionError extends Error {
  override readonly name = 'MerchantSessionError';
}

/** Verifies a session. @param nowMs the system time @throws {MerchantSessionError} if it is rejected */
export async function verifyMerchantSession(
  token: string,
  keys: readonly Uint8Array[],
  nowMs: number,
): Promise<VerifiedSession> {
  const { claims, typ, isExpired } = await verifyToken(token, keys, nowMs).catch((error: unknown) => {
    throw error instanceof TokenError
      ? new MerchantSessionError(`merchant session: ${error.message}`)
      : error;
  });
  const { sub, iat, exp } = claims;
  if (!isOfType(typ, SESSION_TYPE) || !isPerson(sub) || iat === undefined || exp === undefined)
    throw new MerchantSessionError('merchant session: invalid');
  if (isExpired) throw new MerchantSessionError('merchant session: expired');
  if (exp - iat > MAX_SECONDS + 1) throw new MerchantSessionError('merchant session: valid for too long');
  if (iat * 1000 > nowMs + MAX_AHEAD_MS) throw new MerchantSessionError('merchant session: not valid yet');
  const claimed = typeof claims['scope'] === 'string' ? claims['scope'].split(' ') : [];
  return {
    person: sub,
    scopes: new Set(MERCHANT_SCOPES.filter((scope) => claimed.includes(scope))),
    expiresAtMs: exp * 1000,
  };
}

/** A payout that one of the shop's staff proposes. */
export interface PayoutRequest extends Omit<PayoutContent, 'id'> {
  readonly person: string;
  /** 1 to 200 characters on one line. Default: none. */
  readonly purpose?: string | null;
  /** The refund that the payout pays. Address and currency must be those of the refund. Default: none. */
  readonly refund?: RefundLink | null;
}

export interface PayoutSecretOptions {
  /** The payout secret, at least 32 bytes: only the shop's server and the payouts process know it. */
  readonly secret: string;
  /** For tests with a moved clock. Default: the system clock. */
  readonly clock?: { nowMs(): number };
}

const PROPOSAL_TYPE = 'payout-proposal+jwt';
const APPROVAL_TYPE = 'payout-approval+jwt';
/** Time in which a person can submit a proposal, and the payouts process can use an approval. */
const TOKEN_SECONDS = 300;

/**
 * Signs the proposal of a payout on the shop's server, for the person who is signed in there.
 * @throws {TypeError} if the secret is too short, or a field is invalid; the message names the value and the remedy
 */
export function createPayoutProposal(
  { person, currency, address, amount, purpose = null, refund = null }: PayoutRequest,
  { secret, clock }: PayoutSecretOptions,
): Promise<string> {
  const content = () => {
    const fields = parseFields({ currency, address, amount, purpose, refund });
    return {
      ...fields,
      sub: validatePerson(person),
      jti: randomUUID(),
      purpose: fields.purpose ?? undefined,
      refund: fields.refund ?? undefined,
    };
  };
  return signToken(PROPOSAL_TYPE, content, optionsOf(secret, clock));
}

/**
 * Signs one person's approval of one payout, for five minutes and one use. Sign it on the shop's server, for the person who is
 * signed in there and has confirmed the payout with this digest.
 * @throws {TypeError} if the secret is too short, or person or digest is invalid
 */
export function createPayoutApproval(
  { person, digest }: { readonly person: string; readonly digest: string },
  { secret, clock }: PayoutSecretOptions,
): Promise<string> {
  const content = () => {
    if (!/^[\da-f]{64}$/.test(digest)) throw new TypeError('digest is invalid. Pass "digest" of the payout.');
    return { sub: validatePerson(person), jti: randomUUID(), digest };
  };
  return signToken(APPROVAL_TYPE, content, optionsOf(secret, clock));
}

function optionsOf(secret: string, clock: PayoutSecretOptions['clock']) {
  return { secret, expiresInSeconds: TOKEN_SECONDS, clock };
}

const MAX_PURPOSE_LENGTH = 200;

/** @throws {TypeError} if a field is invalid; the message names the field and the remedy */
function parseFields({
  currency,
  address,
  amount,
  purpose = null,
  refund = null,
}: Readonly<Record<string, unknown>>): Omit<ProposalContent, 'id' | 'person'> {
  if (typeof currency !== 'string' || !isCurrencyCode(currency))
    throw new TypeError('currency is unknown. Use a code such as "USDT_TRC20".');
  if (typeof address !== 'string' || !validateAddress(currency, address).valid)
    throw new TypeError(`address cannot receive ${currency}. Copy it again from the recipient.`);
  if (typeof amount !== 'string')
    throw new TypeError('amount is not a string. Use exact decimal text such as "12.5".');
  withdrawalBody({ currency, address, amount });
  return {
    ...{ currency, address, amount: plainAmount(amount) },
    ...{ purpose: parsePurpose(purpose), refund: parseRefund(refund) },
  };
}

function parsePurpose(purpose: unknown): string | null {
  if (purpose === null) return null;
  if (typeof purpose === 'string' && purpose !== '' && isLine(purpose, MAX_PURPOSE_LENGTH)) return purpose;
  throw new TypeError(`purpose is invalid. Pass 1 to ${MAX_PURPOSE_LENGTH} characters on one line.`);
}

const refundSchema = v.nullable(
  v.object({
    payment: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
    id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
  }),
);

function parseRefund(refund: unknown): RefundLink | null {
  const parsed = v.safeParse(refundSchema, refund);
  if (parsed.success) return parsed.output;
  throw new TypeError('refund is invalid. Pass { payment, id } of the refund.');
}

/** A proposal or approval that is damaged, forged, dated in the future, of another type, or about an invalid payout. */
export class PayoutTokenError extends Error {
  override readonly name = 'PayoutTokenError';
}

/**
 * Reads a proposal without verifying its signature: the proxy does not know the secret, and the payouts process verifies it before
 * anything is sent.
 * @throws {PayoutTokenError}
 */
export function readProposal(token: string, nowMs: number): ProposalContent {
  return toProposal(decoded(token, nowMs));
}

/** Reads the person and the digest of an approval without verifying its signature. @throws {PayoutTokenError} */
export function readApproval(
  token: string,
  nowMs: number,
): { readonly person: string; readonly digest: string } {
  const { sub, digest } = decoded(token, nowMs);
  if (isPerson(sub) && typeof digest === 'string') return { person: sub, digest };
  throw new PayoutTokenError('The approval has no person or no digest. Sign it with createPayoutApproval.');
}

function decoded(token: string, nowMs: number): JWTPayload {
  return withPastDate(parseJwt(token), nowMs);
}

function parseJwt(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    throw new PayoutTokenError('The token is not a JWT. Send it unchanged.');
  }
}

/** A token that is dated in the future could be used long after it was signed. @throws {PayoutTokenError} */
function withPastDate<T extends JWTPayload>(claims: T, nowMs: number): T {
  const { iat } = claims;
  if (typeof iat === 'number' && iat * 1000 <= nowMs + MAX_AHEAD_MS) return claims;
  throw new PayoutTokenError(
    'The token is dated in the future, or has no date. Set the clock of the server that signs it.',
  );
}

function toProposal({ sub: person, jti: id, ...fields }: JWTPayload): ProposalContent {
  // The id of a payment would write into its audit log.
  if (!isPerson(person) || typeof id !== 'string' || !/^(?!pay_)[\w-]{1,64}$/.test(id))
    throw new PayoutTokenError('The proposal has no person or no id. Sign it with createPayoutProposal.');
  try {
    return { id, person, ...parseFields(fields) };
  } catch (error) {
    throw new PayoutTokenError(error instanceof Error ? error.message : 'The proposal is invalid.');
  }
}

/** A verified approval. */
export interface VerifiedApproval {
  readonly id: string;
  readonly person: string;
  readonly digest: string;
  readonly expiresAtMs: number;
}

/** Verifies a proposal, which may have expired since it was submitted. @throws {PayoutTokenError} */
export async function verifyProposal(
  token: string,
  key: Uint8Array,
  nowMs: number,
): Promise<ProposalContent> {
  return toProposal(await claimsOf(token, { key, nowMs, type: PROPOSAL_TYPE }));
}

/** Verifies an approval. The caller checks its expiry. @throws {PayoutTokenError} */
export async function verifyApproval(
  token: string,
  key: Uint8Array,
  nowMs: number,
): Promise<VerifiedApproval> {
  const { sub, jti, digest, iat = 0, exp = 0 } = await claimsOf(token, { key, nowMs, type: APPROVAL_TYPE });
  if (!isPerson(sub) || typeof jti !== 'string' || typeof digest !== 'string')
    throw new PayoutTokenError('The approval has no person, id or digest.');
  if (exp - iat > TOKEN_SECONDS + 1) throw new PayoutTokenError('The approval is valid for too long.');
  return { id: jti, person: sub, digest, expiresAtMs: exp * 1000 };
}

async function claimsOf(
  token: string,
  { key, nowMs, type }: { readonly key: Uint8Array; readonly nowMs: number; readonly type: string },
): Promise<JWTPayload> {
  const { claims, typ } = await verifyToken(token, [key], nowMs).catch((error: unknown) => {
    throw error instanceof TokenError
      ? new PayoutTokenError('The token is not signed with the payout secret.')
      : error;
  });
  if (isOfType(typ, type)) return withPastDate(claims, nowMs);
  throw new PayoutTokenError(`The typ of the token is not ${type}.`);
}
