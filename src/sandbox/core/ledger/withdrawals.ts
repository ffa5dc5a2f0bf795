import { RequestError } from '../base/fields.js';
import type { LedgerContext } from './change.js';
import { fromUnits, transferFeeUnits } from './rates.js';
import type { Records } from './records.js';
import { debitedUnits, type Withdrawal, type WithdrawalRequest } from './withdrawal.js';

/** Service doc, "Limits": the minimum interval between two withdrawal requests. */
const MIN_INTERVAL_MS = 12_000;

/** All withdrawals. Each reduces the balance immediately. */
export class Withdrawals {
  #nextAtMs = -Infinity;

  constructor(
    private readonly context: LedgerContext,
    readonly records: Records<Withdrawal>,
  ) {}

  /** Creates a withdrawal. @throws {RequestError} if the previous one was too recent, or the amount exceeds the balance */
  create({ currency, toAddress, amount }: WithdrawalRequest): Withdrawal {
    const transferFee = transferFeeUnits(currency);
    const id = this.context.identifiers.withdrawalId();
    const wanted = { currency, amount, transferFee };
    this.#assertInterval();
    this.#assertAvailable(wanted);
    const createdAtMs = this.records.nowMs();
    return this.#record({ type: 'dw', id, ...wanted, toAddress, createdAtMs, transfer: null });
  }

  /** Confirms the transaction. @throws {RequestError} if it is already confirmed */
  finish(withdrawal: Withdrawal): Withdrawal {
    const { id, currency, transfer } = withdrawal;
    // Generated even if the request is rejected: later ids must not depend on that.
    const transactionId = this.context.identifiers.transactionId(currency.network.key);
    if (transfer !== null) throw new RequestError(`${id} is already paid. Confirm a withdrawal only once.`);
    return this.#record({ ...withdrawal, transfer: { id: transactionId, atMs: this.records.nowMs() } });
  }

  /** Stores a version without notifying `onChange`. */
  restore(withdrawal: Withdrawal, recordedAtMs: number): Withdrawal {
    const isNew = !this.records.find(withdrawal.id);
    if (isNew) this.context.balances.move(withdrawal.currency, -debitedUnits(withdrawal));
    this.#nextAtMs = Math.max(this.#nextAtMs, withdrawal.createdAtMs + MIN_INTERVAL_MS);
    return this.records.put(withdrawal, recordedAtMs);
  }

  #record(withdrawal: Withdrawal): Withdrawal {
    const recordedAtMs = this.records.nowMs();
    this.context.onChange({ kind: 'withdrawal', withdrawal, recordedAtMs });
    return this.restore(withdrawal, recordedAtMs);
  }

  #assertInterval(): void {
    const waitMs = this.#nextAtMs - this.context.clock.nowMs();
    if (waitMs <= 0) return;
    const seconds = Math.ceil(waitMs / 1000);
    throw new RequestError(
      `the last withdrawal was less than ${MIN_INTERVAL_MS / 1000} seconds ago. Wait ${seconds} more.`,
    );
  }

  #assertAvailable(wanted: Pick<Withdrawal, 'currency' | 'amount' | 'transferFee'>): void {
    const { code, decimals } = wanted.currency;
    const available = this.context.balances.of(code);
    if (debitedUnits(wanted) <= available) return;
    const [amount, fee, max] = [wanted.amount, wanted.transferFee, available].map((units) =>
      fromUnits(units, decimals),
    );
    throw new RequestError(
      `amount ${amount} ${code} plus the transfer fee of ${fee} exceeds the balance of ${max}. Send a smaller amount.`,
    );
  }
}
