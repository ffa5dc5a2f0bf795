import type {
  ApproveRequest,
  CandidateChoice,
  DeclineRequest,
  ProposeRequest,
  ResolveRequest,
} from '../../protocol/index.js';
import { ProblemError } from '../base/problem-error.js';
import { readJsonObject, type Unchecked } from './request-body.js';
import { json } from './responses.js';
import { requireScopes, parseNote, parsePage, queryOf } from './staff.js';

export const handlePayouts = requireScopes(['payouts:propose', 'payouts:approve'], async (context) => {
  const { staffPayouts } = await context.proxy.runtime();
  return json(200, await staffPayouts.list(parsePage(queryOf(context))));
});

export const handlePropose = requireScopes(['payouts:propose'], async (context, { person }) => {
  const { proposal } = await readJsonObject<ProposeRequest>(context.request);
  const { staffPayouts } = await context.proxy.runtime();
  return json(201, await staffPayouts.propose(parseToken(proposal, 'proposal'), person));
});

export const handleApprove = requireScopes(['payouts:approve'], async (context, { person }) => {
  const { approval } = await readJsonObject<ApproveRequest>(context.request);
  const { staffPayouts } = await context.proxy.runtime();
  return json(200, await staffPayouts.approve(context.parameter, parseToken(approval, 'approval'), person));
});

export const handleDecline = requireScopes(['payouts:approve'], async (context, { person }) => {
  const { reason } = await readJsonObject<DeclineRequest>(context.request);
  const { staffPayouts } = await context.proxy.runtime();
  return json(200, await staffPayouts.decline(context.parameter, parseNote(reason, 'reason'), person));
});

export const handleTakeBack = requireScopes(['payouts:propose'], async (context, { person }) => {
  await readJsonObject(context.request);
  const { staffPayouts } = await context.proxy.runtime();
  return json(200, await staffPayouts.takeBack(context.parameter, person));
});

export const handleResolve = requireScopes(['payouts:approve'], async (context, { person }) => {
  const choice = parseChoice(await readJsonObject<ResolveRequest>(context.request));
  const { staffPayouts } = await context.proxy.runtime();
  return json(200, await staffPayouts.resolve(context.parameter, choice, person));
});

const MAX_TOKEN_LENGTH = 4000;

/** @throws {ProblemError} `invalid_request` */
function parseToken(token: unknown, name: string): string {
  if (typeof token === 'string' && /^[\w.-]+$/.test(token) && token.length <= MAX_TOKEN_LENGTH) return token;
  throw new ProblemError(
    'invalid_request',
    `${name} is missing. Send the token that the shop's server signs.`,
  );
}

/** @throws {ProblemError} `invalid_request` */
function parseChoice({ outcome, candidate = null }: Unchecked<ResolveRequest>): CandidateChoice {
  if (outcome !== 'sent' && outcome !== 'not_sent')
    throw new ProblemError('invalid_request', 'outcome is unknown. Send "sent" or "not_sent".');
  if (candidate !== null && typeof candidate !== 'string')
    throw new ProblemError(
      'invalid_request',
      'candidate is not a string. Send the id of a candidate, or null.',
    );
  return { outcome, candidate };
}
