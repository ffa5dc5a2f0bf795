import type { Command } from 'commander';
import pc from 'picocolors';
import { loadElements } from '../../proxy/settings.js';
import { type Finding, type Verdict, blocked, failed, ok } from '../checks/finding.js';
import { checkPaymentPage } from '../checks/payment-page.js';
import { checkJournal, isPayoutsProcess } from '../checks/payouts.js';
import { checkService } from '../checks/service.js';
import { checkStore } from '../checks/store.js';
import { checkVariables } from '../checks/variables.js';
import { checkWebhook } from '../checks/webhook.js';
import { CommandError } from '../base/exit.js';
import { type JsonOption, escapeControlCharacters, examples, print } from '../base/output.js';
import { storePath } from '../base/environment.js';
import type { Terminal } from '../base/terminal.js';

interface DoctorOptions extends JsonOption {
  readonly create: boolean;
  readonly webhook: boolean;
  readonly page: boolean;
  readonly store?: string;
}

/** `doctor`: checks a configuration and suggests fixes. */
export function addDoctorCommand(program: Command, terminal: Terminal): void {
  program
    .command('doctor')
    .description('check the configuration and suggest fixes')
    .option('--create', 'also create an invoice of 1.00 EUR and cancel it; it stays in the account', false)
    .option(
      '--webhook',
      'also send a signed webhook.test event, which concerns no order, to the webhook',
      false,
    )
    .option('--page', 'also request the payment page at the public URL, with an expired link', false)
    .option('--store <path>', 'the SQLite file of the proxy')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
With the withdrawal key and the payout secret, but no order secret, it checks the variables and the journal of payouts run instead of
those of a proxy. Prints only the length of keys and secrets. Lists checks that did not run as skipped. Exit code 1 if a check fails.`,
    )
    .addHelpText('after', examples('doctor', 'doctor --create --webhook --page --json'))
    .action((options: DoctorOptions) => doctor(terminal, options));
}

async function doctor(terminal: Terminal, options: DoctorOptions): Promise<void> {
  const variables = checkVariables(terminal);
  const isDatabaseInvalid = variables.some(
    ({ check, verdict }) => check === 'DATABASE_URL' && verdict === 'failed',
  );
  const findings = [
    checkNode(process.versions.node),
    await checkElements(),
    ...variables,
    ...(isDatabaseInvalid && options.store === undefined
      ? [blocked('store')]
      : await checkStore(options.store ?? storePath(terminal))),
    ...(await checkService(terminal, options)),
    ...(isPayoutsProcess(terminal)
      ? [await checkJournal(terminal, options.store ?? storePath(terminal))]
      : [
          await checkWebhook(terminal, options, variables),
          await checkPaymentPage(terminal, options, variables),
        ]),
  ];
  terminal.signal.throwIfAborted();
  const count = findings.filter(({ verdict }) => verdict === 'failed').length;
  print(terminal, options, { ok: count === 0, findings }, lines(findings, terminal.hasColors));
  if (count > 0) throw new CommandError(count === 1 ? '1 check failed' : `${count} checks failed`);
}

const MIN_NODE = [20, 19] as const;

/** @param version such as `20.19.4` */
function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const isSupported = major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1]);
  if (isSupported) return ok('Node', version);
  return failed('Node', `${version} is too old`, `install Node ${MIN_NODE.join('.')} or later`);
}

/** Checks whether the package contains the files that the proxy serves to pages. */
export async function checkElements(load = loadElements): Promise<Finding> {
  const files = await load().catch(() => []);
  if (files.length > 0) return ok('elements', `${files.length} files for elements.js`);
  const remedy = 'install the package again, or run npm run build';
  return failed('elements', 'the files for elements.js are missing', remedy);
}

/** Formats one line per check, and one more for its remedy. */
function lines(findings: readonly Finding[], hasColors: boolean): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .map(({ check, verdict, detail, remedy }) => {
      const line = `${marked(verdict, hasColors)}  ${check.padEnd(width)}  ${indented(detail, VERDICT_WIDTH + width + 4)}\n`;
      if (remedy === undefined) return line;
      return `${line}${' '.repeat(VERDICT_WIDTH)}  → ${indented(remedy, VERDICT_WIDTH + 4)}\n`;
    })
    .join('');
}

/** Indents line breaks. Those in untrusted text were escaped when the finding was created. */
function indented(text: string, width: number): string {
  const [first = '', ...others] = text.split('\n').map(escapeControlCharacters);
  return [first, ...others.map((line) => ' '.repeat(width) + line.trimStart())].join('\n');
}

const VERDICT_WIDTH = 'skipped'.length;

function marked(verdict: Verdict, hasColors: boolean): string {
  const { green, red, yellow, dim } = pc.createColors(hasColors);
  const color = { ok: green, failed: red, warning: yellow, skipped: dim }[verdict];
  return color(verdict.padEnd(VERDICT_WIDTH));
}
