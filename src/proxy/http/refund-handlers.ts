import {
  createRefundRequestSchema,
  decideRefundRequestSchema,
  refundRequestSchema,
} from '../../protocol/index.js';
import { ProblemError } from '../base/problem-error.js';
import { withRefundRequest } from '../domain/refund.js';
import { findForChange, showCheckout } from './checkout-handlers.js';
import type { ProxyResponse } from './proxy-request.js';
import { readRequest } from './request-body.js';
import type { RequestContext } from './request-context.js';
import { json } from './responses.js';
import { readablePayment, requireScopes } from './staff.js';

/** Records the refund request of a payer. */
export async function handleRefund(context: RequestContext): Promise<ProxyResponse> {
  const { refunds, clock } = context.proxy.settings;
  const { email = null, claimKey = null, ...rest } = await readRequest(context.request, refundRequestSchema);
  if (refunds === 'off') throw new ProblemError('not_found', 'Refund requests are turned off.');
  const { record, runtime } = await findForChange('refund', context);
  // Do not store an email address that the form did not ask for.
  const accepted = { ...rest, claimKey, email: refunds === 'email' ? email : null };
  const nowMs = clock.nowMs();
  const changed = await runtime.checkouts.change(record.id, (checkout) =>
    withRefundRequest(checkout, accepted, nowMs),
  );
  return showCheckout(200, changed, context, runtime);
}

export const handleCreateRefund = requireScopes(['refunds:decide'], async (context, session) => {
  const { includesPayment = false, ...target } = await readRequest(
    context.request,
    createRefundRequestSchema,
  );
  const request = { ...target, includesPayment };
  const { staffPayments } = await context.proxy.runtime();
  const created = await staffPayments.createRefund(context.parameter, request, session.person);
  return json(201, readablePayment(created, session));
});

export const handleDecideRefund = requireScopes(['refunds:decide'], async (context, session) => {
  const request = await readRequest(context.request, decideRefundRequestSchema);
  const { staffPayments } = await context.proxy.runtime();
  const decided = await staffPayments.decideRefund(context.parameter, request, session.person);
  return json(200, readablePayment(decided, session));
});
