import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeArguments } from '../node-arguments.js';
import type { SeededRandom } from './seeded-random.js';
import type { Invariant } from './invariants.js';
import { readLogLine } from './log-lines.js';
import type { ProxySettings, ProxyTime } from './settings.js';

export interface FleetOptions extends Omit<ProxySettings, 'port' | 'time' | 'journal'> {
  readonly kind: 'proxy' | 'payouts';
  /** Folder of the log files, one for each process. */
  readonly folder: string;
  readonly onViolation: (invariant: Invariant, what: string) => void;
  /** Called with the message of every warning and error. */
  readonly onWarning: (message: string) => void;
}

interface Member {
  readonly number: number;
  port: number;
  child: ChildProcess | null;
  isReady: boolean;
  isKilled: boolean;
  /** How far its clock is ahead of the clock of the run. */
  skewMs: number;
}

/** The processes of one kind, which share a store. Starts, kills and restarts them, and reads their logs. */
export class Fleet {
  readonly #members: Member[] = [];
  #aheadMs = 0;
  #hasContradictions = true;
  kills = 0;
  starts = 0;

  constructor(private readonly options: FleetOptions) {}

  get size(): number {
    return this.#members.length;
  }

  /** Whether every process is ready. */
  get isWhole(): boolean {
    return this.#members.every(({ isReady }) => isReady);
  }

  async start(count: number): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      const member = { number, port: 0, child: null, isReady: false, isKilled: false, skewMs: 0 };
      this.#members.push(member);
      await this.#launch(member);
    }
  }

  /** Returns the URL of a random process, of a ready one if possible. */
  url(random: SeededRandom): string {
    const ready = this.#members.filter(({ isReady }) => isReady);
    const among = ready.length > 0 ? ready : this.#members;
    const member = among[random.between(0, among.length - 1)];
    return this.urlOf(member?.number ?? 0);
  }

  urlOf(number: number): string {
    return `http://127.0.0.1:${this.#members[number]?.port ?? 0}/crypto-checkout`;
  }

  /** Kills a process without notice. Resolves after its restart. */
  async kill(number: number, downMs: number): Promise<void> {
    const member = this.#members[number];
    if (!member?.isReady || !member.child) return;
    this.kills += 1;
    await this.#end(member, member.child);
    await new Promise((resolve) => setTimeout(resolve, downMs));
    await this.#launch(member);
  }

  /** Sets the clock of all processes. */
  setAheadMs(aheadMs: number): void {
    this.#aheadMs = aheadMs;
    for (const member of this.#members) this.#sendTime(member);
  }

  /** Sets the clock error of one process. */
  setSkewMs(number: number, skewMs: number): void {
    const member = this.#members[number];
    if (!member) return;
    member.skewMs = skewMs;
    this.#sendTime(member);
  }

  /** Ends the passing contradictions. The lasting ones stay. */
  endContradictions(): void {
    this.#hasContradictions = false;
    for (const member of this.#members) this.#sendTime(member);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.child && this.#end(member, member.child)));
  }

  async #end(member: Member, child: ChildProcess): Promise<void> {
    Object.assign(member, { isReady: false, isKilled: true, child: null });
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await exited;
  }

  async #launch(member: Member): Promise<void> {
    const { kind, folder, serviceUrl, store, webhook } = this.options;
    const settings: ProxySettings = {
      serviceUrl,
      store,
      webhook,
      port: member.port,
      journal: join(folder, 'journal.jsonl'),
      time: this.#time(member),
    };
    const args = [...nodeArguments(`test/soak/${kind}-process.ts`), JSON.stringify(settings)];
    const child = spawn(process.execPath, ['--enable-source-maps', ...args], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.starts += 1;
    Object.assign(member, { child, isKilled: false });
    this.#listen(member, child);
    child.once('exit', (code, signal) => {
      if (member.child !== child) return;
      Object.assign(member, { isReady: false, child: null });
      this.options.onViolation('alive', `${kind} ${member.number} ended with ${code ?? signal}`);
    });
    const ready = once(child, 'message').then(([message]: { port: number }[]) => {
      Object.assign(member, { port: message?.port ?? 0, isReady: true });
      this.#sendTime(member);
    });
    await Promise.race([ready, once(child, 'exit')]);
  }

  #time({ skewMs }: Member): ProxyTime {
    return { aheadMs: this.#aheadMs + skewMs, hasContradictions: this.#hasContradictions };
  }

  #sendTime(member: Member): void {
    if (member.isReady) member.child?.send(this.#time(member), () => undefined);
  }

  #listen({ number }: Member, child: ChildProcess): void {
    if (!child.stderr) return;
    const file = createWriteStream(join(this.options.folder, `${this.options.kind}-${number}.log`), {
      flags: 'a',
    });
    const lines = createInterface({ input: child.stderr });
    lines.on('line', (line) => {
      file.write(`${line}\n`);
      this.#read(number, line);
    });
    lines.once('close', () => file.end());
  }

  #read(number: number, line: string): void {
    const { kind, onViolation, onWarning } = this.options;
    const { faults, warning } = readLogLine(line);
    for (const { invariant, what } of faults) onViolation(invariant, `${kind} ${number} ${what}`);
    if (warning !== null) onWarning(warning);
  }
}
