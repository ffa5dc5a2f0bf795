import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import * as v from 'valibot';
import { addAmounts } from '../payment/index.js';
import type { RefundLink } from '../protocol/index.js';
import type { JournalHead } from '../proxy/store/payout-journal.js';
import { createFileLock } from '../service/turn-files.js';

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
  /** The refund that the payout pays. */
  readonly refund: RefundLink | null;
  /** The token of the proposal, with which a store that has forgotten the payout can book it. */
  readonly proposal: string;
  readonly approvedBy: string;
}

/** An attempt with its outcome; `null` if it is unknown. */
export type PastAttempt = Attempt & { readonly outcome: Outcome | null };

/** The outcome of an attempt. An attempt without one has an unknown outcome. */
export interface Outcome {
  readonly approval: string;
  /**
   * - `unknown`: the service has reported the withdrawal `serviceId`, which does not match the payout, or in an error
   * - `aborted`: another process or a person had changed the payout first, so this process requested nothing
   */
  readonly outcome: 'sent' | 'not sent' | 'unknown' | 'aborted';
  readonly serviceId: string | null;
  readonly amount: string | null;
}

const attemptSchema = v.object({
  atMs: v.number(),
  payout: v.string(),
  approval: v.string(),
  currency: v.string(),
  amount: v.string(),
  refund: v.nullable(v.object({ payment: v.string(), id: v.string() })),
  proposal: v.string(),
  approvedBy: v.string(),
});
const outcomeSchema = v.object({
  approval: v.string(),
  outcome: v.picklist(['sent', 'not sent', 'unknown', 'aborted']),
  serviceId: v.nullable(v.string()),
  amount: v.nullable(v.string()),
});
/** Each line contains the hash of all lines before it, so that none can be lost or change unnoticed, except for the last. */
const linkSchema = v.object({ after: v.string() });
const lineSchema = v.union([
  v.intersect([attemptSchema, linkSchema]),
  v.intersect([outcomeSchema, linkSchema]),
]);
const parsedLineSchema = v.pipe(v.string(), v.parseJson(), lineSchema);

/** A line is unreadable, or does not follow the lines before it. */
class JournalDamage extends Error {}

/** The file of the journal is damaged. The message names the line and the remedy. */
export class JournalDamagedError extends Error {
  override readonly name = 'JournalDamagedError';
}

/**
 * The file in which the payouts process records each request before it sends it. The journal is not in the store: an attacker who
 * changes the store, or a store that forgets, can neither reuse an approval nor reset the sums of a day. All processes of a store use
 * one file, and each reads it again before it decides.
 */
export class Journal {
  readonly #lock: ReturnType<typeof createFileLock>;

  private constructor(
    private readonly path: string,
    private readonly onCut: (line: number) => void,
  ) {
    this.#lock = createFileLock(path);
  }

  /**
   * Creates the file if it is missing.
   * @param onCut called with the number of a half-written last line that was cut off
   * @throws {JournalDamagedError} @throws {Error} if it cannot be written or read; the message names the remedy
   */
  static async open(path: string, onCut: (line: number) => void = () => undefined): Promise<Journal> {
    const journal = new Journal(path, onCut);
    await journal.use(() => Promise.resolve());
    return journal;
  }

  /**
   * Runs `work` with the present content of the file, while no other process of this machine reads or writes it.
   * @throws {Error} if the file cannot be used, or what `work` throws
   */
  use<T>(work: (content: JournalContent) => Promise<T>): Promise<T> {
    return this.#lock(async () => {
      const file = await this.#openFile();
      try {
        return await work(await this.#read(file));
      } finally {
        await file.close();
      }
    });
  }

  async #read(file: FileHandle): Promise<JournalContent> {
    try {
      return await JournalContent.read(file, this.onCut);
    } catch (cause) {
      if (!(cause instanceof JournalDamage)) throw this.#unusable(cause);
      const remedy = 'Nothing is sent. Restore the newest journal from a backup.';
      throw new JournalDamagedError(`The journal "${this.path}" is damaged: ${cause.message}. ${remedy}`, {
        cause,
      });
    }
  }

  async #openFile(): Promise<FileHandle> {
    try {
      return await open(this.path, 'a+', 0o600);
    } catch (cause) {
      throw this.#unusable(cause);
    }
  }

  #unusable(cause: unknown): Error {
    const remedy = 'Use a writable file, or restore it from a backup.';
    return new Error(`The journal "${this.path}" cannot be read. ${remedy}`, { cause });
  }
}

/** Reads a journal that other processes may use. @throws {Error} names the damaged line, or why the file cannot be read */
export async function validateJournal(path: string): Promise<JournalContent> {
  const file = await open(path, 'r');
  try {
    return await JournalContent.validate(file);
  } finally {
    await file.close();
  }
}

/** The content of the locked file. */
export class JournalContent {
  readonly #attempts: (PastAttempt & { outcome: Outcome | null; readonly line: number })[] = [];
  /** The hash chain after each line, from none. */
  readonly #hashes: string[] = [''];

  private constructor(private readonly file: FileHandle) {}

  /** @throws {JournalDamage} if a line is unreadable, or does not follow the lines before it */
  static async read(file: FileHandle, onCut: (line: number) => void): Promise<JournalContent> {
    const content = new JournalContent(file);
    const bytes = await file.readFile();
    const end = content.#addLines(bytes);
    // A crash, or a full disk, may have left half a line. An attempt is written before its request is sent, so that request was never
    // sent. Without the line of an outcome, the outcome is unknown.
    const rest = bytes.subarray(end).toString();
    if (rest === '') return content;
    if (v.safeParse(parsedLineSchema, rest).success) {
      content.#add(rest);
      await file.appendFile('\n');
      // The process that wrote the line may have ended before it was on the disk.
      await file.sync();
    } else {
      await file.truncate(end);
      onCut(content.head.lines + 1);
    }
    return content;
  }

  /** Reads the whole lines, and repairs nothing. @throws {JournalDamage} */
  static async validate(file: FileHandle): Promise<JournalContent> {
    const content = new JournalContent(file);
    content.#addLines(await file.readFile());
    return content;
  }

  /** Adds the whole lines. @returns the position after them @throws {JournalDamage} */
  #addLines(bytes: Buffer): number {
    const end = bytes.lastIndexOf('\n') + 1;
    for (const line of bytes.subarray(0, end).toString().split('\n').slice(0, -1)) this.#add(line);
    return end;
  }

  #add(line: string): void {
    const { head } = this;
    const parsed = v.safeParse(parsedLineSchema, line);
    if (!parsed.success) throw new JournalDamage(`line ${head.lines + 1} is unreadable`);
    const { after, ...entry } = parsed.output;
    // The hash in this line is over the lines before it, so the damage is there.
    if (after !== head.hash)
      throw new JournalDamage(
        head.lines === 0
          ? 'the lines before line 1 are missing'
          : `line ${head.lines} was changed, or a line after it is missing`,
      );
    if ('outcome' in entry) {
      // After an attempt that sent nothing, another one may use the same approval.
      const last = this.#attempts.findLast(({ approval }) => approval === entry.approval);
      if (!last)
        throw new JournalDamage(`line ${head.lines + 1} is the outcome of an attempt that is missing`);
      last.outcome = entry;
    } else this.#attempts.push({ ...entry, outcome: null, line: head.lines });
    this.#hashes.push(createHash('sha256').update(`${head.hash}\n${line}`).digest('hex'));
  }

  get head(): JournalHead {
    return { lines: this.#hashes.length - 1, hash: this.#hashes.at(-1) ?? '' };
  }

  /** Whether the file begins with the lines of this head. */
  contains({ lines, hash }: JournalHead): boolean {
    return this.#hashes[lines] === hash;
  }

  /** Whether the payout or its approval has an attempt that was sent, or may have been. */
  isUsed({ payout, approval }: Pick<Attempt, 'payout' | 'approval'>): boolean {
    return this.#possiblySent().some((attempt) => attempt.payout === payout || attempt.approval === approval);
  }

  /** Returns the attempts for a refund that were sent, or may have been. */
  attemptsFor(refund: RefundLink): readonly PastAttempt[] {
    return this.#possiblySent().filter(
      (attempt) => attempt.refund?.payment === refund.payment && attempt.refund.id === refund.id,
    );
  }

  /** Returns the attempts after this many lines that were sent, or may have been. */
  attemptsAfter(lines: number): readonly PastAttempt[] {
    return this.#possiblySent().filter(({ line }) => line >= lines);
  }

  /** Returns the sum of a currency that was sent, or may have been, since a time. */
  sumSince(currency: string, sinceMs: number): string {
    return this.#possiblySent()
      .filter((attempt) => attempt.currency === currency && attempt.atMs >= sinceMs)
      .reduce((sum, { amount }) => addAmounts(sum, amount), '0');
  }

  /**
   * Returns the outcome of one attempt; `null` if it is unknown, or if this is not the last attempt for the payout in this journal.
   */
  outcomeOf({ payout, atMs }: Pick<Attempt, 'payout' | 'atMs'>): Outcome | null {
    const last = this.#attempts.findLast((attempt) => attempt.payout === payout);
    const known = last?.atMs === atMs ? last.outcome : null;
    return known?.outcome === 'aborted' ? null : known;
  }

  /** Returns the last attempt for a payout that was sent, or may have been; `null` if there is none. */
  pastAttempt(payout: string): PastAttempt | null {
    const last = this.#possiblySent().findLast((attempt) => attempt.payout === payout);
    return last ?? null;
  }

  /** Returns the ids of the withdrawals that sent other payouts than this one. */
  withdrawalsOfOthers(payout: string): ReadonlySet<string> {
    const others = this.#attempts.filter((attempt) => attempt.payout !== payout);
    return new Set(
      others.flatMap(({ outcome }) => (outcome?.outcome === 'sent' ? (outcome.serviceId ?? []) : [])),
    );
  }

  #possiblySent() {
    return this.#attempts.filter(
      ({ outcome }) => outcome === null || outcome.outcome === 'sent' || outcome.outcome === 'unknown',
    );
  }

  /** Writes an attempt to the disk. @throws {Error} if that fails; nothing may be sent then */
  begin(attempt: Attempt): Promise<void> {
    return this.#write(attempt);
  }

  /** Writes the outcome of an attempt to the disk. @throws {Error} if that fails, or the journal lacks the attempt */
  async end(outcome: Outcome): Promise<void> {
    if (!this.#attempts.some(({ approval }) => approval === outcome.approval))
      throw new Error('The journal lacks the attempt of this outcome.');
    return this.#write(outcome);
  }

  async #write(entry: Attempt | Outcome): Promise<void> {
    const line = JSON.stringify({ ...entry, after: this.head.hash });
    await this.file.appendFile(`${line}\n`);
    await this.file.sync();
    this.#add(line);
  }
}
