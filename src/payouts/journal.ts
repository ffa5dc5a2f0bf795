import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import * as v from 'valibot';
import { addAmounts } from '../payment/index.js';
import type { RefundLink } from '../protocol/index.js';
import type { JournalHead } from '../proxy/store/payout-journal.js';
import { createFileLock } from '../service/turn-files.js';

/** An attempt to send a payout. The process records it just before the request, so the request may have been sent. */
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
  /** The token of the proposal: `bookJournal` restores a payout from it. */
  readonly proposal: string;
  readonly approvedBy: string;
}

/** An attempt with its outcome; `null` if none is recorded. */
export type PastAttempt = Attempt & { readonly outcome: Outcome | null };

/** The outcome of an attempt. */
export interface Outcome {
  readonly approval: string;
  /**
   * - `unknown`: the service reported the withdrawal `serviceId` in an error, or it does not match the payout
   * - `aborted`: another process or a person changed the payout first, so this process sent no request
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
/** Each line contains the hash of all lines before it, which reveals any change except one to the last line. */
const linkSchema = v.object({ after: v.string() });
const lineSchema = v.union([
  v.intersect([attemptSchema, linkSchema]),
  v.intersect([outcomeSchema, linkSchema]),
]);
const parsedLineSchema = v.pipe(v.string(), v.parseJson(), lineSchema);

/** A line is unreadable, or its hash does not match the lines before it. */
class JournalDamage extends Error {}

/** The journal is damaged. The message states the line and the remedy. */
export class JournalDamagedError extends Error {
  override readonly name = 'JournalDamagedError';
}

/**
 * The file in which the payouts process records each request before sending it. It is separate from the store: changing or restoring
 * the store must neither reuse an approval nor reset the daily sums. All processes of a store share one file, and each reads it again
 * before each decision.
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
   * Opens a journal. Creates the file if it is missing.
   * @param onCut called with the number of a half-written last line that was cut off
   * @throws {JournalDamagedError} @throws {Error} if it cannot be written or read; the message states the remedy
   */
  static async open(path: string, onCut: (line: number) => void = () => undefined): Promise<Journal> {
    const journal = new Journal(path, onCut);
    await journal.use(() => Promise.resolve());
    return journal;
  }

  /**
   * Runs `work` with the current content, under an exclusive lock among the processes of this machine.
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

/** Reads a journal without a lock or a repair. @throws {Error} if a line is damaged, or the file cannot be read */
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
  /** The hash chain: the hash after each line, preceded by that of an empty file. */
  readonly #hashes: string[] = [''];

  private constructor(private readonly file: FileHandle) {}

  /** Reads a journal, and completes or cuts off a half-written last line. @throws {JournalDamage} */
  static async read(file: FileHandle, onCut: (line: number) => void): Promise<JournalContent> {
    const content = new JournalContent(file);
    const bytes = await file.readFile();
    const end = content.#addLines(bytes);
    // A crash or a full disk may have left half a line. If it is an attempt, its request was never sent, since the line is written
    // first. If it is an outcome, the outcome is unknown.
    const rest = bytes.subarray(end).toString();
    if (rest === '') return content;
    if (v.safeParse(parsedLineSchema, rest).success) {
      content.#add(rest);
      await file.appendFile('\n');
      // The process may have crashed before the line reached the disk.
      await file.sync();
    } else {
      await file.truncate(end);
      onCut(content.head.lines + 1);
    }
    return content;
  }

  /** Reads the complete lines without changing the file. @throws {JournalDamage} */
  static async validate(file: FileHandle): Promise<JournalContent> {
    const content = new JournalContent(file);
    content.#addLines(await file.readFile());
    return content;
  }

  /** Adds the complete lines. @returns the position after them @throws {JournalDamage} */
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
    // A wrong hash in this line means that a line before it was changed.
    if (after !== head.hash)
      throw new JournalDamage(
        head.lines === 0
          ? 'the lines before line 1 are missing'
          : `line ${head.lines} was changed, or a line after it is missing`,
      );
    if ('outcome' in entry) {
      // Several attempts may use one approval, if the earlier ones sent nothing.
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

  /** Returns whether the journal begins with the lines of this head. */
  contains({ lines, hash }: JournalHead): boolean {
    return this.#hashes[lines] === hash;
  }

  /** Returns whether the payout or the approval has an attempt that was sent, or may have been. */
  isUsed({ payout, approval }: Pick<Attempt, 'payout' | 'approval'>): boolean {
    return this.#possiblySent().some((attempt) => attempt.payout === payout || attempt.approval === approval);
  }

  /** Returns the attempts for a refund that were sent, or may have been. */
  attemptsFor(refund: RefundLink): readonly PastAttempt[] {
    return this.#possiblySent().filter(
      (attempt) => attempt.refund?.payment === refund.payment && attempt.refund.id === refund.id,
    );
  }

  /** Returns the attempts after the first `lines` lines that were sent, or may have been. */
  attemptsAfter(lines: number): readonly PastAttempt[] {
    return this.#possiblySent().filter(({ line }) => line >= lines);
  }

  /** Returns the sum of a currency that was sent since a time, or may have been. */
  sumSince(currency: string, sinceMs: number): string {
    return this.#possiblySent()
      .filter((attempt) => attempt.currency === currency && attempt.atMs >= sinceMs)
      .reduce((sum, { amount }) => addAmounts(sum, amount), '0');
  }

  /** Returns the outcome of an attempt; `null` if it is unknown, or if the journal has a later attempt for the payout. */
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

  /** Writes an attempt to the disk. @throws {Error} if that fails: then nothing may be sent */
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
