import { isAmount } from '../../payment/index.js';
import {
  REFUND_DECISIONS,
  type CreateRefundRequest,
  type DecideRefundRequest,
  type RefundRequest,
} from '../../protocol/index.js';
import { ProblemError } from '../base/problem-error.js';
import { withRefundRequest } from '../domain/refund.js';
import { findForChange, showCheckout } from './checkout-handlers.js';
import type { ProxyResponse } from './proxy-request.js';
import { readJsonObject, type Unchecked } from './request-body.js';
import type { RequestContext } from './request-context.js';
import { json } from './responses.js';
import { parseNote, readablePayment, requireScopes } from './staff.js';

/** Records the refund request of a payer. */
export async function handleRefund(context: RequestContext): Promise<ProxyResponse> {
  const { refunds, clock } = context.proxy.settings;
  const request = parseRefund(await readJsonObject<RefundRequest>(context.request));
  if (refunds === 'off') throw new ProblemError('not_found', 'Refund requests are turned off.');
  const { record, runtime } = await findForChange('refund', context);
  // Do not store an email address that the form did not ask for.
  const accepted = refunds === 'email' ? request : { ...request, email: null };
  const nowMs = clock.nowMs();
  const changed = await runtime.checkouts.change(record.id, (checkout) =>
    withRefundRequest(checkout, accepted, nowMs),
  );
  return showCheckout(200, changed, context, runtime);
}

/** @throws {ProblemError} `invalid_request` */
function parseRefund(fields: Unchecked<RefundRequest>): Required<RefundRequest> {
  const { email = null, claimKey = null } = fields;
  if (email !== null && typeof email !== 'string')
    throw new ProblemError(
      'invalid_request',
      'email is not a string. Send an email address, or leave it out.',
    );
  if (claimKey !== null && typeof claimKey !== 'string')
    throw new ProblemError('invalid_request', 'claimKey is not a string. Send the key, or leave it out.');
  return { ...parseTarget(fields), email, claimKey };
}

export const handleCreateRefund = requireScopes(['refunds:decide'], async (context, session) => {
  const request = parseCreation(await readJsonObject<CreateRefundRequest>(context.request));
  const { staffPayments } = await context.proxy.runtime();
  const created = await staffPayments.createRefund(context.parameter, request, session.person);
  return json(201, readablePayment(created, session));
});

export const handleDecideRefund = requireScopes(['refunds:decide'], async (context, session) => {
  const request = parseDecision(await readJsonObject<DecideRefundRequest>(context.request));
  const { staffPayments } = await context.proxy.runtime();
  const decided = await staffPayments.decideRefund(context.parameter, request, session.person);
  return json(200, readablePayment(decided, session));
});

/** @throws {ProblemError} `invalid_request` */
function parseCreation(fields: Unchecked<CreateRefundRequest>): Required<CreateRefundRequest> {
  const { includesPayment = false } = fields;
  if (typeof includesPayment !== 'boolean')
    throw new ProblemError(
      'invalid_request',
      'includesPayment is not a boolean. Send true to refund more than is owed, or leave it out.',
    );
  return { ...parseTarget(fields), includesPayment };
}

type Target = Pick<CreateRefundRequest, 'invoice' | 'address' | 'amount'>;

/** @throws {ProblemError} `invalid_request` */
function parseTarget({ invoice, address, amount }: Unchecked<Target>): Target {
  if (typeof invoice !== 'number')
    throw new ProblemError('invalid_request', 'invoice is not a number. Send the number of the invoice.');
  if (typeof address !== 'string')
    throw new ProblemError(
      'invalid_request',
      'address is missing. Send the address that receives the money.',
    );
  // No exponent, although `isAmount` reads one.
  if (typeof amount !== 'string' || !isAmount(amount) || !/^[\d.]+$/.test(amount))
    throw new ProblemError('invalid_request', 'amount is invalid. Send decimal text such as 12.5.');
  return { invoice, address, amount };
}

/** @throws {ProblemError} `invalid_request` */
function parseDecision(fields: Unchecked<DecideRefundRequest>): DecideRefundRequest {
  const { refund, note } = fields;
  const decision = REFUND_DECISIONS.find((one) => one === fields.decision);
  if (typeof refund !== 'string')
    throw new ProblemError('invalid_request', 'refund is missing. Send the id of the refund.');
  if (decision === undefined)
    throw new ProblemError(
      'invalid_request',
      `decision is unknown. Send one of ${REFUND_DECISIONS.join(', ')}.`,
    );
  return { refund, decision, note: parseNote(note) };
}
