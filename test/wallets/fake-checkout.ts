import { requestTransfer } from '../../src/wallets/request-transfer.js';
import type {
  BrowserWallet,
  SolanaState,
  TransferContext,
  TransferRequest,
  TransferResult,
} from '../../src/wallets/wallet.js';

/** What a checkout gives to a transfer, with what it was told. */
export class FakeCheckout implements TransferContext {
  readonly steps: string[] = [];
  readonly accounts: (string | null)[] = [];
  readonly late: TransferResult[] = [];
  /** Of the last step. */
  fee: string | null = null;
  claims = 0;
  nowMs = () => Date.now();
  claim: () => Promise<boolean> = () => {
    this.claims += 1;
    return Promise.resolve(true);
  };
  solanaState?: () => Promise<SolanaState>;
  tonManifest?: string;
  readonly #stopping = new AbortController();

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** The payer stops waiting. */
  stop(): void {
    this.#stopping.abort();
  }

  readonly onStep = (step: string, account: string | null, fee: string | null) => {
    this.steps.push(step);
    this.accounts.push(account);
    this.fee = fee;
  };

  readonly onLateResult = (result: TransferResult) => {
    this.late.push(result);
  };
}

/** Lets everything happen that needs no time. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export const REFUSED: TransferResult = { kind: 'refused' };

export function blocked(obstacle: string): unknown {
  return { kind: 'blocked', obstacle };
}

/** Asks a wallet for a transfer. */
export function pay(
  wallet: BrowserWallet,
  request: TransferRequest,
  checkout: FakeCheckout = new FakeCheckout(),
): Promise<TransferResult> {
  return requestTransfer(wallet, request, checkout);
}
