import { isLine } from '../../payment/plain-text.js';
import { isSamePerson, MERCHANT_SCOPES, type MerchantScope, type RefundLink } from '../../protocol/index.js';
import { assertFields } from './assert-fields.js';
import { formatValue } from '../base/format-value.js';
import { MINUTE_MS } from '../base/time.js';
import { isOfType, signToken, TokenError, verifyToken } from './jwt.js';
import { randomUUID } from 'node:crypto';
import { decodeJwt, type JWTPayload } from 'jose';
import * as v from 'valibot';
import { validateAddress } from '../../payment/addresses/index.js';
import { isCurrencyCode, plainAmount, type CurrencyCode } from '../../payment/index.js';
import { withdrawalBody } from '../../service/withdrawal.js';
import type { ProposalContent, PayoutContent } from './payout.js';

export interface MerchantSessionRequest {
  /**
   * Name of the person in the audit log, 1 to 100 characters on one line. It must identify one person. Two spellings of a name
   * count as one person: see `isSamePerson`.
   */
  readonly person: string;
  readonly scopes: readonly MerchantScope[];
}

export interface MerchantSessionOptions {
  /** At least 32 bytes; one of the proxy's `merchant.secrets`. */
  readonly secret: string;
  /** Validity in seconds, from 1 to 900. Default: 900. */
  readonly expiresInSeconds?: number;
}

/** A verified session. `requireScopes` in `http/staff-session.ts` checks its scopes. */
export interface VerifiedSession {
  readonly person: string;
  readonly scopes: ReadonlySet<MerchantScope>;
  readonly expiresAtMs: number;
}

const SESSION_TYPE = 'merchant-session+jwt';
const MAX_SECONDS = 15 * 60;
/** Maximum time by which the clock of the signing server may be ahead of the verifying process. */
const MAX_AHEAD_MS = MINUTE_MS;

/**
 * Signs a session for the merchant elements: a JWT with HS256 and `typ` `merchant-session+jwt`. Call it on the shop's server, for
 * the person who is signed in there. `iat` and `exp` are by the system time, with which the proxy compares them.
 *
 * @throws {TypeError} if the secret is too short, the person, a scope or `expiresInSeconds` is invalid, or a field is unknown
 */
export async function createMerchantSession(
  request: MerchantSessionRequest,
  options: MerchantSessionOptions,
): Promise<string> {
  assertFields(request, SESSION_SHAPE);
  assertFields(options, SESSION_OPTIONS_SHAPE);
  const { person, scopes } = request;
  const { secret, expiresInSeconds = MAX_SECONDS } = options;
  if (!(Number.isInteger(expiresInSeconds) && expiresInSeconds > 0 && expiresInSeconds <= MAX_SECONDS))
    throw new TypeError(
      `expiresInSeconds is invalid (${formatValue(expiresInSeconds)}). Pass 1 to ${MAX_SECONDS} seconds.`,
    );
  if (!Array.isArray(scopes))
    throw new TypeError(
      `scopes is not a list (${formatValue(scopes)}). Pass a list such as ["payments:read"].`,
    );
  const unknown = scopes.find((scope) => !MERCHANT_SCOPES.includes(scope));
  if (unknown !== undefined)
    throw new TypeError(`scopes contains ${formatValue(unknown)}. Use ${MERCHANT_SCOPES.join(', ')}.`);
  const content = () => ({ sub: parseField(personSchema, person), scope: scopes.join(' ') });
  return signToken(SESSION_TYPE, content, { secret, expiresInSeconds });
}

const SESSION_SHAPE = { name: 'request', fields: ['person', 'scopes'], remedy: 'Pass { person, scopes }' };
const SESSION_OPTIONS_SHAPE = {
  name: 'options',
  fields: ['secret', 'expiresInSeconds'],
  remedy: 'Pass { secret }, or { secret, expiresInSeconds }',
};

/** Whether a text names a person: 1 to 100 characters on one line. */
export function isPerson(person: unknown): person is string {
  if (typeof person !== 'string' || !isLine(person, 100) || person !== person.trim()) return false;
  // All names without a visible character count as the empty name.
  return !isSamePerson(person, '');
}

const personSchema = v.custom<string>(
  isPerson,
  ({ input }) => `person is invalid (${JSON.stringify(input)}). Pass 1 to 100 characters on one line.`,
);

/** The claims of a session. Ignores scopes of a newer release. */
const sessionSchema = v.object({
  sub: personSchema,
  iat: v.number(),
  exp: v.number(),
  scope: v.fallback(v.string(), ''),
});

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
  const session = v.safeParse(sessionSchema, claims);
  if (!isOfType(typ, SESSION_TYPE) || !session.success)
    throw new MerchantSessionError('merchant session: invalid');
  const { sub: person, iat, exp, scope } = session.output;
  if (isExpired) throw new MerchantSessionError('merchant session: expired');
  if (exp - iat > MAX_SECONDS + 1) throw new MerchantSessionError('merchant session: valid for too long');
  if (iat * 1000 > nowMs + MAX_AHEAD_MS) throw new MerchantSessionError('merchant session: not valid yet');
  const claimed = scope.split(' ');
  const scopes = new Set(MERCHANT_SCOPES.filter((known) => claimed.includes(known)));
  return { person, scopes, expiresAtMs: exp * 1000 };
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
/** Time limit for submitting a proposal, and for the payouts process to use an approval. */
const TOKEN_SECONDS = 300;

/**
 * Signs the proposal of a payout on the shop's server, for the person who is signed in there.
 * @throws {TypeError} if the secret is too short, or a field is invalid or unknown; the message names the value and the remedy
 */
export async function createPayoutProposal(
  request: PayoutRequest,
  options: PayoutSecretOptions,
): Promise<string> {
  assertFields(request, PROPOSAL_SHAPE);
  assertFields(options, PAYOUT_OPTIONS_SHAPE);
  const { person, currency, address, amount, purpose = null, refund = null } = request;
  const content = () => {
    const fields = parseField(payoutSchema, { currency, address, amount, purpose, refund });
    return {
      ...fields,
      sub: parseField(personSchema, person),
      jti: randomUUID(),
      purpose: fields.purpose ?? undefined,
      refund: fields.refund ?? undefined,
    };
  };
  return signToken(PROPOSAL_TYPE, content, signingOf(options));
}

/**
 * Signs one person's approval of one payout, for five minutes and one use. Sign it on the shop's server, for the person who is
 * signed in there and has confirmed the payout with this digest.
 * @throws {TypeError} if the secret is too short, or person or digest is invalid
 */
export async function createPayoutApproval(
  request: { readonly person: string; readonly digest: string },
  options: PayoutSecretOptions,
): Promise<string> {
  assertFields(request, { name: 'request', fields: ['person', 'digest'], remedy: 'Pass { person, digest }' });
  assertFields(options, PAYOUT_OPTIONS_SHAPE);
  const { person, digest } = request;
  const content = () => ({
    sub: parseField(personSchema, person),
    jti: randomUUID(),
    digest: parseField(digestSchema, digest),
  });
  return signToken(APPROVAL_TYPE, content, signingOf(options));
}

function signingOf({ secret, clock }: PayoutSecretOptions) {
  return { secret, expiresInSeconds: TOKEN_SECONDS, clock };
}

const PROPOSAL_SHAPE = {
  name: 'request',
  fields: ['person', 'currency', 'address', 'amount', 'purpose', 'refund'],
  remedy: 'Pass { person, currency, address, amount, purpose, refund }',
};
const PAYOUT_OPTIONS_SHAPE = { name: 'options', fields: ['secret', 'clock'], remedy: 'Pass { secret }' };

const MAX_PURPOSE_LENGTH = 200;
const PURPOSE = `purpose is invalid. Pass 1 to ${MAX_PURPOSE_LENGTH} characters on one line.`;
const REFUND = 'refund is invalid. Pass { payment, id } of the refund.';

const idSchema = v.pipe(v.string(REFUND), v.regex(/^[\w-]{1,64}$/, REFUND));

/** The payout in a request to sign a proposal, and in the claims of the proposal. */
const payoutSchema = v.pipe(
  v.object({
    currency: v.custom<CurrencyCode>(
      (code) => typeof code === 'string' && isCurrencyCode(code),
      'currency is unknown. Use a code such as "USDT_TRC20".',
    ),
    address: v.fallback(v.string(), ''),
    amount: v.string('amount is not a string. Use exact decimal text such as "12.5".'),
    purpose: v.nullish(
      v.pipe(
        v.string(PURPOSE),
        v.check((text) => text !== '' && isLine(text, MAX_PURPOSE_LENGTH), PURPOSE),
      ),
      null,
    ),
    refund: v.nullish(v.object({ payment: idSchema, id: idSchema }, REFUND), null),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? payoutFault(dataset.value) : null;
    if (message !== null) addIssue({ message });
  }),
  v.transform(({ amount, ...fields }) => ({ ...fields, amount: plainAmount(amount) })),
);

function payoutFault(payout: Parameters<typeof withdrawalBody>[0]): string | null {
  const { currency, address } = payout;
  if (!validateAddress(currency, address).valid)
    return `address cannot receive ${currency}. Copy it again from the recipient.`;
  try {
    withdrawalBody(payout);
    return null;
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}

/** Rejects an id of a payment, because the audit log lists entries by id. */
const payoutIdSchema = v.pipe(v.string(), v.regex(/^(?!pay_)[\w-]{1,64}$/));
const digestSchema = v.pipe(
  v.string(),
  v.regex(/^[\da-f]{64}$/, 'digest is invalid. Pass "digest" of the payout.'),
);

const proposalSchema = v.object({ sub: personSchema, jti: payoutIdSchema });
const approvalSchema = v.object({ sub: personSchema, jti: v.string(), digest: v.string() });

/** @throws {TypeError} that names the field and the remedy */
function parseField<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  throw new TypeError(result.issues[0].message);
}

/** A proposal or approval that is damaged, forged, dated in the future, of another type, or about an invalid payout. */
export class PayoutTokenError extends Error {
  override readonly name = 'PayoutTokenError';
}

/**
 * Reads a proposal without verifying its signature. The proxy does not know the secret: the payouts process verifies the
 * signature before it sends anything.
 * @throws {PayoutTokenError}
 */
export function readProposal(token: string, nowMs: number): ProposalContent {
  return toProposal(decodeToken(token, nowMs));
}

/**
 * Reads a proposal that a person submits, as `readProposal` does.
 * @param systemMs the system time, with which the expiry is compared, because shops sign by it
 * @throws {PayoutTokenError} also if it has expired
 */
export function readNewProposal(token: string, nowMs: number, systemMs: number): ProposalContent {
  const { exp } = parseJwt(token);
  if (typeof exp === 'number' && systemMs < exp * 1000) return readProposal(token, nowMs);
  throw new PayoutTokenError('The proposal has expired. Sign it again, and submit it within five minutes.');
}

/** Reads the person and the digest of an approval without verifying its signature. @throws {PayoutTokenError} */
export function readApproval(
  token: string,
  nowMs: number,
): { readonly person: string; readonly digest: string } {
  const { sub, digest } = toApproval(decodeToken(token, nowMs));
  return { person: sub, digest };
}

function decodeToken(token: string, nowMs: number): JWTPayload {
  return withPastDate(parseJwt(token), nowMs);
}

function parseJwt(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    throw new PayoutTokenError('The token is not a JWT. Send it unchanged.');
  }
}

/** Rejects a token that is dated in the future: it could be used long after it was signed. @throws {PayoutTokenError} */
function withPastDate<T extends JWTPayload>(claims: T, nowMs: number): T {
  const { iat } = claims;
  if (typeof iat === 'number' && iat * 1000 <= nowMs + MAX_AHEAD_MS) return claims;
  throw new PayoutTokenError(
    'The token is dated in the future, or has no date. Set the clock of the server that signs it.',
  );
}

function toProposal(claims: JWTPayload): ProposalContent {
  const signed = v.safeParse(proposalSchema, claims);
  if (!signed.success)
    throw new PayoutTokenError('The proposal has no person or no id. Sign it with createPayoutProposal.');
  const payout = v.safeParse(payoutSchema, claims, { abortEarly: true });
  if (!payout.success) throw new PayoutTokenError(payout.issues[0].message);
  return { id: signed.output.jti, person: signed.output.sub, ...payout.output };
}

function toApproval(claims: JWTPayload): v.InferOutput<typeof approvalSchema> {
  const approval = v.safeParse(approvalSchema, claims);
  if (approval.success) return approval.output;
  throw new PayoutTokenError('The approval has no person, id or digest. Sign it with createPayoutApproval.');
}

/** A verified approval. */
export interface VerifiedApproval {
  readonly id: string;
  readonly person: string;
  readonly digest: string;
  readonly expiresAtMs: number;
}

/** Verifies a proposal. Accepts an expired one, because it may have expired after it was submitted. @throws {PayoutTokenError} */
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
  const claims = await claimsOf(token, { key, nowMs, type: APPROVAL_TYPE });
  const { sub: person, jti: id, digest } = toApproval(claims);
  const { iat = 0, exp = 0 } = claims;
  if (exp - iat > TOKEN_SECONDS + 1) throw new PayoutTokenError('The approval is valid for too long.');
  return { id, person, digest, expiresAtMs: exp * 1000 };
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
