import type { Identifiers } from '../chain/identifiers.js';
import type { MovableClock } from '../base/clock.js';
import { RequestError, formatValue } from '../base/fields.js';
import type { OnChange } from './change.js';
import type { PageRange, Period } from './period.js';
import { Balances } from './balances.js';
import { depositRecord } from './deposit-record.js';
import type { Invoice } from './invoice.js';
import type { Pricing } from './ledger.js';
import { Ledger } from './ledger.js';
import type { RecordView } from './records.js';
import { Records } from './records.js';
import { StaticWallets } from './static-wallets.js';
import { Timeline } from './timeline.js';
import type { Withdrawal } from './withdrawal.js';
import { Withdrawals } from './withdrawals.js';

/** All that the merchant's account holds: invoices, withdrawals, static wallets, and the balances between them. */
export class MerchantAccount {
  readonly balances = new Balances();
  readonly ledger: Ledger;
  readonly withdrawals: Withdrawals;
  readonly wallets: StaticWallets;
  /** Invoices and withdrawals. */
  readonly #all = new Timeline();
  #changes = 0;

  constructor(clock: MovableClock, identifiers: Identifiers, pricing: Pricing, onChange: OnChange) {
    const { balances } = this;
    const notify: OnChange = (change) => {
      onChange(change);
      this.#changes += 1;
    };
    this.ledger = new Ledger(clock, identifiers, pricing, balances, notify, new Records(clock, this.#all));
    this.withdrawals = new Withdrawals(clock, identifiers, balances, notify, new Records(clock, this.#all));
    this.wallets = new StaticWallets(clock, identifiers, balances, notify);
  }

  /** How often something was written down since the start. */
  get changes(): number {
    return this.#changes;
  }

  /** An invoice, a withdrawal or the record of a deposit; `stale`: as it was before its last change. @throws {RequestError} */
  view(id: string, stale: boolean): RecordView<Invoice | Withdrawal> {
    const view =
      this.ledger.records.view(id, stale) ??
      this.withdrawals.records.view(id, stale) ??
      this.#depositView(id);
    if (!view)
      throw new RequestError(`invoice ${formatValue(id)} is not known. Send the uuid of a creation.`);
    return view;
  }

  /** Invoices and withdrawals that were created in the period, newest first. */
  newest(period: Period, page: PageRange, stale: boolean): readonly RecordView<Invoice | Withdrawal>[] {
    return this.#all.newest(period, page).map((id) => this.view(id, stale));
  }

  #depositView(id: string): RecordView<Invoice> | undefined {
    const found = this.wallets.findDeposit(id);
    return found && { record: depositRecord(found), atMs: found.deposit.atMs };
  }

  /** How many there are in the period. */
  count(period: Period): number {
    return this.#all.count(period);
  }
}
