import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServiceClient } from '../../src/service/node.js';
import { nodeArguments } from '../node-arguments.js';
import type { BookedWithdrawal } from './books.js';
import type { SandboxSettings } from './settings.js';
import { SOAK_SECRETS } from './settings.js';

/** An invoice of the service. Amounts are exact decimal text, times ISO 8601. */
export interface BookedInvoice {
  readonly uuid: string;
  readonly orderId: string | null;
  readonly status: 'created' | 'paid' | 'partial' | 'overpaid' | 'canceled';
  readonly fiatAmount: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly finishedAt: string | null;
  readonly payment: {
    readonly currency: string;
    readonly address: string;
    readonly amountToPay: string;
    readonly amountPaid: string;
    readonly pending: string;
  } | null;
}

/** What happened to an invoice, with the status after it. */
export interface InvoiceStep {
  readonly at: string;
  readonly status: string;
  readonly transaction?: string;
}

/** An invoice at the end of the run. */
export interface FinalInvoice extends BookedInvoice {
  /** Oldest first. Empty if it was not finished after its deadline. */
  readonly steps: readonly InvoiceStep[];
}

export function isFinishedLate({ finishedAt, expiresAt }: BookedInvoice): boolean {
  return finishedAt !== null && Date.parse(finishedAt) > Date.parse(expiresAt);
}

/** Reads the withdrawals from the service's list, as its merchant. */
export async function readWithdrawals(
  url: string,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): Promise<readonly BookedWithdrawal[]> {
  const { apiKey, shopId } = SOAK_SECRETS;
  const service = createServiceClient({ url, apiKey, shopId });
  const found: BookedWithdrawal[] = [];
  for await (const { type, id, currency, address, amount } of service.listInvoices({
    start: new Date(startMs),
    end: new Date(endMs),
  }))
    if (type === 'dw') found.push({ id, currency: currency?.code ?? null, address, amount });
  return found;
}

/** The sandbox in a separate process, and its control API. */
export class ServiceProcess {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(settings: SandboxSettings): Promise<ServiceProcess> {
    const args = [...nodeArguments('test/soak/sandbox-process.ts'), JSON.stringify(settings)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const [message]: { url: string }[] = await once(child, 'message');
    return new ServiceProcess(message?.url ?? '', child);
  }

  async control<T>(path: string, body: object): Promise<T> {
    return this.#answer(path, { method: 'POST', body: JSON.stringify(body) });
  }

  read<T>(path: string): Promise<T> {
    return this.#answer(path);
  }

  async clearFaults(): Promise<void> {
    await this.#answer('faults', { method: 'DELETE' });
  }

  /** Returns all invoices, newest first. */
  async invoices(): Promise<readonly FinalInvoice[]> {
    const all: BookedInvoice[] = [];
    for (;;) {
      const page = await this.#answer<{ total: number; invoices: BookedInvoice[] }>(
        `invoices?offset=${all.length}`,
      );
      all.push(...page.invoices);
      if (page.invoices.length === 0 || all.length >= page.total) break;
    }
    const finals: FinalInvoice[] = [];
    for (const booked of all) {
      const steps = isFinishedLate(booked) ? (await this.history(booked.uuid)).invoice.history : [];
      finals.push({ ...booked, steps });
    }
    return finals;
  }

  /** Returns an invoice with its history. */
  history(uuid: string): Promise<{ readonly invoice: { readonly history: readonly InvoiceStep[] } }> {
    return this.#answer(`invoices?uuid=${uuid}`);
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }

  async #answer<T>(path: string, init: RequestInit = {}): Promise<T> {
    // A new connection each time: a reused one may be closed just when money is sent.
    const headers = { connection: 'close' };
    const response = await fetch(`${this.url}/_sandbox/${path}`, { ...init, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    const answer: T = JSON.parse(text);
    return answer;
  }
}
