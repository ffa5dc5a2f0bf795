import * as v from 'valibot';
import { DECISIONS, REFUND_STATES, REVIEW_REASONS, TRANSFER_STATES } from '../../protocol/index.js';
import type { DecisionRecord, RefundRecord, TransferRecord } from '../domain/record.js';

// Parsers of the JSON columns of `checkouts`.

const transferSchema = v.object({
  id: v.number(),
  invoice: v.number(),
  state: v.picklist([...TRANSFER_STATES, 'refused']),
  wallet: v.nullable(v.string()),
  transaction: v.nullable(v.string()),
  askedAtMs: v.number(),
  received: v.string(),
});

const decisionsSchema = v.array(
  v.object({
    invoice: v.number(),
    about: v.picklist(['unapplied', 'late', ...REVIEW_REASONS]),
    decision: v.picklist(DECISIONS),
    amount: v.string(),
    person: v.string(),
    note: v.nullable(v.string()),
    decidedAtMs: v.number(),
  }),
);

const refundsSchema = v.array(
  v.object({
    id: v.string(),
    invoice: v.number(),
    by: v.picklist(['key', 'link', 'shop']),
    address: v.string(),
    email: v.nullable(v.string()),
    amount: v.string(),
    state: v.picklist(REFUND_STATES),
    requestedAtMs: v.number(),
    check: v.nullable(v.object({ person: v.string(), note: v.string(), checkedAtMs: v.number() })),
    payout: v.nullable(
      v.object({
        id: v.string(),
        amount: v.string(),
        fromApplied: v.string(),
        transaction: v.nullable(v.string()),
      }),
    ),
    reply: v.nullable(v.string()),
    decidedAtMs: v.nullable(v.number()),
  }),
);

export function parseTransfer(json: string | null): TransferRecord | null {
  return json === null ? null : v.parse(transferSchema, JSON.parse(json));
}

export function parseDecisions(json: string | null): readonly DecisionRecord[] {
  return json === null ? [] : v.parse(decisionsSchema, JSON.parse(json));
}

export function parseRefunds(json: string | null): readonly RefundRecord[] {
  return json === null ? [] : v.parse(refundsSchema, JSON.parse(json));
}
