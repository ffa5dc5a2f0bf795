import type { MovableClock } from '../base/clock.js';
import { RequestError } from '../base/fields.js';
import type { Identifiers } from '../chain/identifiers.js';
import type { OnChange } from './change.js';
import type { Balances } from './balances.js';
import { fromUnits, transferFeeUnits } from './rates.js';
import type { Records } from './records.js';
import type { Withdrawal, WithdrawalRequest } from './withdrawal.js';
import { takenUnits } from './withdrawal.js';

/** "Limits": between two withdrawal requests. */
const MIN_INTERVAL_MS = 12_000;

/** Every withdrawal. What it takes leaves the balance at once. */
export class Withdrawals {
  #nextAtMs = -Infinity;

  constructor(
    private readonly clock: MovableClock,
    private readonly identifiers: Identifiers,
    private readonly balances: Balances,
    private readonly onChange: OnChange,
    readonly records: Records<Withdrawal>,
  ) {}

  /** "Create withdrawal request". @throws {RequestError} too early, or above what is available */
  async create({ currency, toAddress, amount }: WithdrawalRequest): Promise<Withdrawal> {
    const transferFee = transferFeeUnits(currency);
    const id = await this.identifiers.withdrawalId();
    // From here on nothing waits: two requests at the same moment cannot both pass.
    const wanted = { currency, amount, transferFee };
    this.#assertInterval();
    this.#assertAvailable(wanted);
    const createdAtMs = this.records.nowMs();
    return this.#record({ type: 'dw', id, ...wanted, toAddress, createdAtMs, transfer: null });
  }

  /** The chain has carried the money to its address. @throws {RequestError} when it has already */
  async finish({ id, currency }: Withdrawal): Promise<Withdrawal> {
    const transactionId = await this.identifiers.transactionId(currency.network.key);
    const withdrawal = this.records.find(id);
    if (withdrawal?.transfer !== null)
      throw new RequestError(`${id} is paid already: a withdrawal is confirmed once`);
    return this.#record({ ...withdrawal, transfer: { id: transactionId, atMs: this.records.nowMs() } });
  }

  /** A version that was recorded before: it is no news. */
  restore(withdrawal: Withdrawal, recordedAtMs: number): Withdrawal {
    const isNew = !this.records.find(withdrawal.id);
    if (isNew) this.balances.move(withdrawal.currency, -takenUnits(withdrawal));
    this.#nextAtMs = Math.max(this.#nextAtMs, withdrawal.createdAtMs + MIN_INTERVAL_MS);
    return this.records.put(withdrawal, recordedAtMs);
  }

  #record(withdrawal: Withdrawal): Withdrawal {
    const recordedAtMs = this.records.nowMs();
    this.onChange({ kind: 'withdrawal', withdrawal, recordedAtMs });
    return this.restore(withdrawal, recordedAtMs);
  }

  #assertInterval(): void {
    const waitMs = this.#nextAtMs - this.clock.nowMs();
    if (waitMs <= 0) return;
    const seconds = Math.ceil(waitMs / 1000);
    throw new RequestError(
      `the last withdrawal was less than ${MIN_INTERVAL_MS / 1000} seconds ago. Wait ${seconds} more.`,
    );
  }

  #assertAvailable(wanted: Pick<Withdrawal, 'currency' | 'amount' | 'transferFee'>): void {
    const { code, decimals } = wanted.currency;
    const available = this.balances.of(code);
    if (takenUnits(wanted) <= available) return;
    const [amount, fee, most] = [wanted.amount, wanted.transferFee, available].map((units) =>
      fromUnits(units, decimals),
    );
    throw new RequestError(
      `amount is ${amount} ${code}, and the transfer costs ${fee}: ${most} is available for both, give less`,
    );
  }
}
