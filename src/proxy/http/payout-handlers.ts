import {
  approveRequestSchema,
  declineRequestSchema,
  emptyRequestSchema,
  proposeRequestSchema,
  resolveRequestSchema,
} from '../../protocol/index.js';
import { readRequest } from './request-body.js';
import { json } from './responses.js';
import { parsePage, queryOf, requireScopes } from './staff.js';

export const handlePayouts = requireScopes(['payouts:propose', 'payouts:approve'], async (context) => {
  const { staffPayouts } = await context.proxy.runtime();
  return json(200, await staffPayouts.list(parsePage(queryOf(context))));
});

export const handlePropose = requireScopes(['payouts:propose'], async (context, { person }) => {
  const { proposal } = await readRequest(context.request, proposeRequestSchema);
  const { staffPayouts } = await context.proxy.runtime();
  return json(201, await staffPayouts.propose(proposal, person));
});

export const handleApprove = requireScopes(['payouts:approve'], async (context, { person }) => {
  const { approval } = await readRequest(context.request, approveRequestSchema);
  const { staffPayouts } = await context.proxy.runtime();
  return json(200, await staffPayouts.approve(context.parameter, approval, person));
});

export const handleDecline = requireScopes(['payouts:approve'], async (context, { person }) => {
  const { reason } = await readRequest(context.request, declineRequestSchema);
  const { staffPayouts } = await context.proxy.runtime();
  return json(200, await staffPayouts.decline(context.parameter, reason, person));
});

export const handleTakeBack = requireScopes(['payouts:propose'], async (context, { person }) => {
  await readRequest(context.request, emptyRequestSchema);
  const { staffPayouts } = await context.proxy.runtime();
  return json(200, await staffPayouts.takeBack(context.parameter, person));
});

export const handleResolve = requireScopes(['payouts:approve'], async (context, { person }) => {
  const choice = await readRequest(context.request, resolveRequestSchema);
  const { staffPayouts } = await context.proxy.runtime();
  return json(200, await staffPayouts.resolve(context.parameter, choice, person));
});
