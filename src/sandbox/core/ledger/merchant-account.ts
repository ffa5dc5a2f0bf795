import type { Identifiers } from '../chain/identifiers.js';
import type { MovableClock } from '../base/clock.js';
import { RequestError, formatValue } from '../base/fields.js';
import type { OnChange } from './change.js';
import { type PageRange, type Period, Records, type RecordView, Timeline } from './records.js';
import { Balances } from './balances.js';
import type { Invoice } from './invoice.js';
import { Ledger, type Pricing } from './ledger.js';
import { depositRecord } from './static-wallet.js';
import { StaticWallets } from './static-wallets.js';
import type { Withdrawal } from './withdrawal.js';
import { Withdrawals } from './withdrawals.js';

/** Invoices, withdrawals, static wallets and balances of the merchant. */
export class MerchantAccount {
  /** Number of changes since the start. */
  changes = 0;
  readonly balances = new Balances();
  readonly ledger: Ledger;
  readonly withdrawals: Withdrawals;
  readonly wallets: StaticWallets;
  /** The ids of invoices and withdrawals. */
  readonly #all = new Timeline();

  constructor(clock: MovableClock, identifiers: Identifiers, pricing: Pricing, onChange: OnChange) {
    const notify: OnChange = (change) => {
      onChange(change);
      this.changes += 1;
    };
    const context = { clock, identifiers, balances: this.balances, onChange: notify };
    this.ledger = new Ledger(context, pricing, new Records(clock, this.#all));
    this.withdrawals = new Withdrawals(context, new Records(clock, this.#all));
    this.wallets = new StaticWallets(context);
  }

  /** Returns an invoice, a withdrawal or a deposit. @param stale whether to return its state before the last change @throws {RequestError} */
  view(id: string, stale: boolean): RecordView<Invoice | Withdrawal> {
    const view =
      this.ledger.records.view(id, stale) ??
      this.withdrawals.records.view(id, stale) ??
      this.#depositView(id);
    if (!view)
      throw new RequestError(`invoice ${formatValue(id)} is unknown. Send the uuid of a created invoice.`);
    return view;
  }

  /** Returns invoices and withdrawals created in the period, newest first. */
  newest(period: Period, page: PageRange, stale: boolean): readonly RecordView<Invoice | Withdrawal>[] {
    return this.#all.newest(period, page).map((id) => this.view(id, stale));
  }

  #depositView(id: string): RecordView<Invoice> | undefined {
    const found = this.wallets.findDeposit(id);
    return found && { record: depositRecord(found), atMs: found.deposit.atMs };
  }

  count(period: Period): number {
    return this.#all.count(period);
  }
}
