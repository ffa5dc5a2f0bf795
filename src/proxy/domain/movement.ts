import { addAmounts, compareAmounts, isZeroAmount, subtractAmounts } from '../../payment/index.js';

export const MOVEMENT_KINDS = [
  'received',
  'reserved',
  'released',
  'sent',
  'dismissed',
  'accepted',
  'adjusted',
] as const;

/**
 * The kinds of movements of an invoice's money.
 *
 * - `received`: a status report proved a higher total; the amount is the difference
 * - `reserved`: for a proposed payout · `released`: the payout was declined, failed or withdrawn
 * - `sent`: the payout sent the reserved amount
 * - `dismissed`: staff decided that the amount needs no refund
 * - `accepted`: staff decided that a late or partial payment pays the order
 * - `adjusted`: the service stated other fees for money that was received or sent before. Changes only the balance of the account:
 *   the amount is 0
 */
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

export const MOVEMENT_SOURCES = ['service', 'payout', 'staff', 'payer'] as const;
/** The cause of a movement: a report of the service, the payouts process, the shop's staff, or the payer. */
export type MovementSource = (typeof MOVEMENT_SOURCES)[number];

/**
 * How a movement changes the shop's balance at the payment service, by what the service states. Exact decimal text in the coin.
 * The movement's amount less the change is the fees of the movement. A fee below zero takes back what was stated before.
 */
export interface StatedChange {
  /** With a minus sign if the balance falls. */
  readonly change: string;
  /** The part of the fees that the service states as its own. */
  readonly serviceFee: string;
  /** The part of the fees that the service states as the transfer fee. */
  readonly networkFee: string;
}

interface MovementBase {
  /** 1, 2, 3 … within the invoice. */
  readonly position: number;
  /** Exact decimal text in the invoice's coin, above 0 unless it is `adjusted`. */
  readonly amount: string;
  readonly atMs: number;
  readonly source: MovementSource;
}

interface OfPayout {
  /** The id of the payout. */
  readonly payout: string;
  /** The id of the refund that the payout pays; `null`: none. */
  readonly refund: string | null;
  /** Who proposed the payout, or approved it if it was sent; `null`: unknown, or nobody did. */
  readonly person: string | null;
}

/** One movement of an invoice's money. Movements are only added. */
export type Movement = MovementBase &
  (
    | {
        readonly kind: 'received';
        /** The transactions that were known then. */
        readonly transactions: readonly string[];
        /** `null`: the service did not state what it credited to the balance. */
        readonly stated: StatedChange | null;
        /** The value of the amount in USD that the service stated. */
        readonly usd: string | null;
        /** When the service completed the payment. */
        readonly paidAtMs: number | null;
      }
    | ({ readonly kind: 'reserved' | 'released' } & OfPayout)
    | ({
        readonly kind: 'sent';
        /** The service's id of the withdrawal. */
        readonly withdrawal: string | null;
        /** `null`: the service did not state what it took from the balance. */
        readonly stated: StatedChange | null;
        readonly usd: string | null;
      } & OfPayout)
    | {
        readonly kind: 'adjusted';
        /** The payout whose fees were adjusted; `null`: those of the payment. */
        readonly payout: string | null;
        readonly refund: string | null;
        readonly withdrawal: string | null;
        readonly stated: StatedChange;
      }
    | {
        readonly kind: 'dismissed' | 'accepted';
        readonly person: string;
        readonly note: string | null;
        /** `late`: the money already paid the order. `owed`: it pays the order from now on, or needs no refund. */
        readonly about: 'late' | 'owed';
      }
  );

type WithoutPosition<M> = M extends Movement ? Omit<M, 'position'> : never;
/** A movement that is not recorded yet. */
export type NewMovement = WithoutPosition<Movement>;

interface WithMovements {
  readonly movements: readonly Movement[];
}

/** Adds a movement to an invoice. Ignores a movement of 0, unless it is `adjusted`. */
export function withMovement<I extends WithMovements>(invoice: I, movement: NewMovement): I {
  if (movement.kind !== 'adjusted' && isZeroAmount(movement.amount)) return invoice;
  const position = invoice.movements.length + 1;
  return { ...invoice, movements: [...invoice.movements, { ...movement, position }] };
}

/** Returns the amount that a payout has reserved, `null` if it has reserved nothing. */
export function reservedBy({ movements }: WithMovements, payout: string): string | null {
  const found = movements.findLast((movement) => movement.kind === 'reserved' && movement.payout === payout);
  return found?.amount ?? null;
}

export function sumOf(amounts: readonly string[]): string {
  return amounts.reduce((sum, amount) => addAmounts(sum, amount), '0');
}

/** Returns by how much an amount exceeds the limit, at least `0`. */
export function excessOver(amount: string, limit: string): string {
  return compareAmounts(amount, limit) > 0 ? subtractAmounts(amount, limit) : '0';
}

/** Returns the lower of two amounts. */
export function lowerOf(one: string, other: string): string {
  return compareAmounts(one, other) <= 0 ? one : other;
}

/** The money of one invoice, by its movements. */
export interface MovementTotals {
  readonly received: string;
  /** Reserved for payouts that are proposed or approved, or whose outcome is unknown. */
  readonly reserved: string;
  readonly sent: string;
  readonly dismissed: string;
  /** `received` minus the others: only this money can pay an order, be owed, or be refunded. */
  readonly here: string;
}

export function totalsOf(movements: readonly Pick<Movement, 'kind' | 'amount'>[]): MovementTotals {
  const sumOfKind = (kind: MovementKind) =>
    sumOf(movements.filter((movement) => movement.kind === kind).map(({ amount }) => amount));
  const [received, sent, dismissed] = [sumOfKind('received'), sumOfKind('sent'), sumOfKind('dismissed')];
  const reserved = subtractAmounts(sumOfKind('reserved'), addAmounts(sumOfKind('released'), sent));
  const here = subtractAmounts(received, sumOf([reserved, sent, dismissed]));
  return { received, reserved, sent, dismissed, here };
}
