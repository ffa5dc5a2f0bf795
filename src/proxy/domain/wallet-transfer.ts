import {
  compareAmounts,
  currencyOf,
  walletName,
  type CurrencyCode,
  type NetworkKey,
} from '../../payment/index.js';
import { mayBeSent } from '../../protocol/index.js';
import type { TransferRequest, TransferState } from '../../protocol/index.js';
import { ProblemError } from '../base/problem-error.js';
import { MINUTE_MS } from '../base/time.js';
import { unconfirmedIn } from './payment-status.js';
import type { CheckoutRecord, TransferRecord } from './record.js';
import { ledgerOf, type CheckoutStatus } from './ledger.js';

/** The states that may follow each state. A page may report an outcome late, or twice. */
const NEXT_STATES: Readonly<Record<TransferRecord['state'], readonly TransferRecord['state'][]>> = {
  asked: ['sent', 'proposed', 'unknown', 'refused'],
  unknown: ['sent', 'proposed', 'refused'],
  refused: ['sent', 'proposed', 'unknown'],
  proposed: ['sent'],
  sent: [],
};

/**
 * Time in which a requested transfer can be executed: at least twice the real limit, since clocks differ. A transaction on TRON
 * expires after a minute, and a blockhash of Solana after 150 blocks. For TON wallets, pages set five minutes.
 */
const VALID_FOR_MS: Partial<Record<NetworkKey, number>> = {
  tron: 2 * MINUTE_MS,
  solana: 3 * MINUTE_MS,
  ton: 6 * MINUTE_MS,
};
/** The service detects an executed transfer within this time. */
const DETECTION_MS = 5 * MINUTE_MS;

const HASH = /^[\da-f]{64}$/i;
const EVM_HASH = /^0x[\da-f]{64}$/i;
/** The form of a transaction id. `null`: the id of a TON message does not identify a transaction. */
const TRANSACTION_IDS: Readonly<Record<NetworkKey, RegExp | null>> = {
  bitcoin: HASH,
  litecoin: HASH,
  tron: HASH,
  // 64 bytes in Base58.
  solana: /^[1-9A-HJ-NP-Za-km-z]{64,88}$/,
  ton: null,
  bsc: EVM_HASH,
  ethereum: EVM_HASH,
  arbitrum: EVM_HASH,
  base: EVM_HASH,
  optimism: EVM_HASH,
};

/** A transfer that the page displays, since the wallet may still send it or the service may still detect it. */
export interface OpenTransfer extends TransferRecord {
  readonly state: TransferState;
  /** When it is no longer open; `null`: it ends with its invoice. */
  readonly endsAtMs: number | null;
}

/**
 * Returns the transfer of the displayed invoice until a payment is detected, `null` if there is none. The caller compares
 * `endsAtMs` with the time.
 */
export function openTransfer(
  { transfer }: CheckoutRecord,
  { state: checkoutState, invoice: settled }: CheckoutStatus,
): OpenTransfer | null {
  if (!transfer || !settled) return null;
  const { state } = transfer;
  const { invoice, received } = settled;
  if (!mayBeSent(checkoutState, { unconfirmed: unconfirmedIn(invoice) })) return null;
  if (state === 'refused' || transfer.invoice !== invoice.sequence) return null;
  if (compareAmounts(received, transfer.received) !== 0) return null;
  return { ...transfer, state, endsAtMs: endOf(transfer, invoice.currency) };
}

function endOf({ state, askedAtMs }: TransferRecord, currency: CurrencyCode): number | null {
  const validForMs = VALID_FOR_MS[currencyOf(currency).network.key];
  if (validForMs === undefined) return null;
  return askedAtMs + validForMs + (state === 'sent' ? DETECTION_MS : 0);
}

/**
 * Records that a page is about to call a wallet. Of several concurrent pages, only one succeeds.
 * @param nowMs by the service's clock, as `now` in the responses is
 * @throws {ProblemError} `transfer_conflict` if the page does not know of the last transfer, displays another invoice, or does not
 * know that a transaction waits for confirmation
 */
export function withTransferAsked(
  record: CheckoutRecord,
  { invoice: invoiceId, transfer: replaced, wallet }: TransferRequest,
  nowMs: number,
): CheckoutRecord {
  const { status } = ledgerOf(record);
  const { state, invoice: settled } = status;
  const unconfirmed = settled ? unconfirmedIn(settled.invoice) : [];
  if (!settled || !mayBeSent(state, { unconfirmed }) || settled.invoice.serviceId !== invoiceId)
    throw new ProblemError('transfer_conflict');
  const open = openTransfer(record, status);
  const isOpen = open !== null && (open.endsAtMs === null || open.endsAtMs > nowMs);
  if (isOpen && open.id !== replaced) throw new ProblemError('transfer_conflict');
  const transfer: TransferRecord = {
    id: (record.transfer?.id ?? 0) + 1,
    invoice: settled.invoice.sequence,
    state: 'asked',
    wallet: walletName(wallet ?? ''),
    transaction: null,
    askedAtMs: nowMs,
    received: settled.received,
  };
  return { ...record, transfer };
}

/**
 * Records the outcome of a transfer, unless a later state is known. A report that a replaced transfer was sent counts for the
 * last one.
 */
export function withTransferReport(
  record: CheckoutRecord,
  { state, invoice, transfer: id, transaction }: TransferRequest,
): CheckoutRecord {
  const known = record.transfer;
  const reported = record.invoices.find((one) => one.stage === 'open' && one.serviceId === invoice);
  if (!known || id === null || id > known.id || reported?.sequence !== known.invoice) return record;
  // The failure of a replaced transfer says nothing about the last one.
  if (id < known.id && state !== 'sent' && state !== 'proposed') return record;
  if (!NEXT_STATES[known.state].includes(state)) return record;
  return {
    ...record,
    transfer: { ...known, state, transaction: transactionId(reported.currency, transaction) },
  };
}

function transactionId(currency: CurrencyCode, text: string | null | undefined): string | null {
  return text && TRANSACTION_IDS[currencyOf(currency).network.key]?.test(text) ? text : null;
}
