import { open, readFile, type FileHandle } from 'node:fs/promises';
import * as v from 'valibot';
import { addAmounts } from '../payment/index.js';

/** An attempt to send a payout: its request is about to be sent, or may have been sent. */
export interface Attempt {
  readonly atMs: number;
  /** The id of the payout. */
  readonly payout: string;
  /** The id of the approval. This attempt uses it up. */
  readonly approval: string;
  readonly currency: string;
  /** Exact decimal text in the coin. */
  readonly amount: string;
}

/** The outcome of an attempt. An attempt without one has an unknown outcome. */
interface Outcome {
  readonly approval: string;
  /** `aborted`: another process or a person had changed the payout first, so this process requested nothing. */
  readonly outcome: 'sent' | 'not sent' | 'aborted';
  readonly serviceId: string | null;
  readonly amount: string | null;
}

const attemptSchema = v.object({
  atMs: v.number(),
  payout: v.string(),
  approval: v.string(),
  currency: v.string(),
  amount: v.string(),
});
const outcomeSchema = v.object({
  approval: v.string(),
  outcome: v.picklist(['sent', 'not sent', 'aborted']),
  serviceId: v.nullable(v.string()),
  amount: v.nullable(v.string()),
});
const lineSchema = v.union([attemptSchema, outcomeSchema]);

/**
 * The file in which the payouts process records each request before it sends it. The journal is not in the store: an attacker who
 * changes the store can neither reuse an approval nor reset the sums of a day.
 */
export class Journal {
  readonly #attempts: Attempt[] = [];
  readonly #outcomes = new Map<string, Outcome>();

  private constructor(private readonly file: FileHandle) {}

  /** @throws {Error} if the file cannot be opened or read; the message names the remedy */
  static async open(path: string): Promise<Journal> {
    try {
      const file = await open(path, 'a', 0o600);
      const journal = new Journal(file);
      const text = await readFile(path, 'utf8');
      for (const line of text.split('\n').filter((one) => one !== '')) journal.#add(line);
      // A crash may have left half a line.
      if (text !== '' && !text.endsWith('\n')) await file.appendFile('\n');
      return journal;
    } catch (cause) {
      const remedy = 'Use a writable file, or restore it from a backup.';
      throw new Error(`The journal "${path}" cannot be read. ${remedy}`, { cause });
    }
  }

  #add(line: string): void {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), lineSchema), line);
    // A line is written before its request is sent, so half a line belongs to a request that was never sent.
    if (!parsed.success) return;
    if ('outcome' in parsed.output) this.#outcomes.set(parsed.output.approval, parsed.output);
    else this.#attempts.push(parsed.output);
  }

  /** Whether the payout or its approval has an attempt that was sent, or may have been. */
  isUsed({ payout, approval }: Pick<Attempt, 'payout' | 'approval'>): boolean {
    return this.#possiblySent().some((attempt) => attempt.payout === payout || attempt.approval === approval);
  }

  /** Returns the sum of a currency that was sent, or may have been, since a time. */
  sumSince(currency: string, sinceMs: number): string {
    return this.#possiblySent()
      .filter((attempt) => attempt.currency === currency && attempt.atMs >= sinceMs)
      .reduce((sum, { amount }) => addAmounts(sum, amount), '0');
  }

  /**
   * Returns the outcome of one attempt; `null` if it is unknown, or if another process has made the attempt: what this process knows
   * about its own attempts says nothing about that one.
   */
  outcomeOf({ payout, atMs }: Pick<Attempt, 'payout' | 'atMs'>): Outcome | null {
    const last = this.#attempts.findLast((attempt) => attempt.payout === payout);
    const found = last?.atMs === atMs ? this.#outcomes.get(last.approval) : undefined;
    return found && found.outcome !== 'aborted' ? found : null;
  }

  #possiblySent(): readonly Attempt[] {
    return this.#attempts.filter(({ approval }) => {
      const known = this.#outcomes.get(approval);
      return !known || known.outcome === 'sent';
    });
  }

  /** Writes an attempt to the disk. @throws {Error} if that fails; nothing may be sent then */
  async begin(attempt: Attempt): Promise<void> {
    await this.#write(attempt);
    this.#attempts.push(attempt);
  }

  /** Writes the outcome of an attempt to the disk. */
  async end(outcome: Outcome): Promise<void> {
    this.#outcomes.set(outcome.approval, outcome);
    await this.#write(outcome);
  }

  async #write(line: Attempt | Outcome): Promise<void> {
    await this.file.appendFile(`${JSON.stringify(line)}\n`);
    await this.file.sync();
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
