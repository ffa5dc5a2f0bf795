// Requests known weaknesses of the installed packages from the registry: for the shop's packages, and for all.
//   npm test -- audit     fails for each of severity "high" or "critical"
import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { root } from '../../.config/bootstrap.mjs';

const AUDITS = [
  { what: 'what a shop installs', args: ['--omit=dev'] },
  { what: 'what this project is built with', args: [] },
];
const GRAVE = ['high', 'critical'] as const;
/** The message of a registry without audits, such as a mirror. */
const NOT_OFFERED = /^(404|405|410|501)\b|ENOAUDIT/;

interface Weakness {
  readonly severity: string;
  readonly range: string;
  readonly fixAvailable: unknown;
}

/** A report of npm, with the fields that are read. */
interface AuditReport {
  readonly auditReportVersion?: number;
  readonly metadata?: { readonly vulnerabilities?: Readonly<Record<string, number>> };
  readonly vulnerabilities?: Readonly<Record<string, Weakness>>;
  readonly message?: unknown;
  readonly error?: { readonly code?: unknown; readonly summary?: unknown };
}

interface Verdict {
  readonly verdict: 'clean' | 'found' | 'not offered' | 'unclear';
  readonly lines: readonly string[];
}

/**
 * Returns the verdict on a report of npm (`npm audit --json`, report version 2).
 * @param output what npm has printed
 */
export function evaluate(output: string): Verdict {
  const report = parse(output);
  const counts = report?.metadata?.vulnerabilities;
  if (report?.auditReportVersion === 2 && GRAVE.every((severity) => Number.isInteger(counts?.[severity])))
    return GRAVE.some((severity) => (counts?.[severity] ?? 0) > 0)
      ? { verdict: 'found', lines: graveOnes(report.vulnerabilities) }
      : { verdict: 'clean', lines: [] };
  const reason = [report?.message, report?.error?.code, report?.error?.summary].filter(
    (text): text is string => typeof text === 'string',
  );
  if (reason.some((text) => NOT_OFFERED.test(text))) return { verdict: 'not offered', lines: [] };
  // Without the text after the status: URLs may contain a name and a password.
  const [reported = 'npm said nothing that can be read'] = reason;
  return { verdict: 'unclear', lines: [(reported.split(' - ')[0] ?? '').slice(0, 200)] };
}

function parse(output: string): AuditReport | null {
  try {
    return JSON.parse(output) as AuditReport | null;
  } catch {
    return null;
  }
}

/** Each package with the severity, the versions, and whether another one is better. */
function graveOnes(vulnerabilities: AuditReport['vulnerabilities']): readonly string[] {
  return Object.entries(vulnerabilities ?? {})
    .filter(([, { severity }]) => GRAVE.some((grave) => grave === severity))
    .map(([name, { severity, range, fixAvailable }]) => {
      const remedy = fixAvailable ? 'there is a better one' : 'there is none that is better';
      return `${name} ${range}: ${severity}, ${remedy}`;
    })
    .sort();
}

/** npm ends with 1 both for a weakness and if the request failed. */
function audit(args: readonly string[]): Promise<string> {
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' };
  return new Promise((resolve) => {
    execFile('npm', ['audit', '--audit-level=high', '--json', ...args], options, (_error, stdout) =>
      resolve(stdout),
    );
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const count = { passed: 0, failed: 0 };
  let isOffered = true;
  for (const { what, args } of AUDITS) {
    const { verdict, lines } = evaluate(await audit(args));
    if (verdict === 'not offered') isOffered = false;
    else if (verdict === 'clean') count.passed += 1;
    else count.failed += Math.max(1, lines.length);
    for (const line of lines) console.error(`${what}: ${line}`);
  }
  if (!isOffered) console.log('not checked: the registry offers no audit');
  if (count.passed + count.failed > 0) console.log(`${count.passed} passed, ${count.failed} failed`);
  process.exitCode = count.failed > 0 ? 1 : 0;
}
