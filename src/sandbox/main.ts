import { SANDBOX_VARIABLES, sandboxOptions } from './environment.js';
import { type SandboxServer, startSandbox } from './node.js';

const HELP = `npm run sandbox: simulates the payment service on this machine. No real money moves.
Ctrl-C stops it. Environment variables configure it:

${SANDBOX_VARIABLES.map(([name, value, meaning]) => `  ${name.padEnd(27)}${meaning}${value && ` (${value})`}`).join('\n')}
`;

async function start(): Promise<SandboxServer | null> {
  try {
    const sandbox = await startSandbox(sandboxOptions(process.env));
    process.stdout.write(`sandbox: the service is at ${sandbox.url}, the page at ${sandbox.url}/_sandbox/\n`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
    return sandbox;
  } catch (error) {
    process.stderr.write(`sandbox: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
    return null;
  }
}

function rejectArgument(argument: string): null {
  process.stderr.write(`sandbox: ${argument} is unknown. Use --help, or no argument.\n`);
  process.exitCode = 2;
  return null;
}

function run(args: readonly string[]): Promise<SandboxServer | null> | null {
  const unknown = args.find((argument) => argument !== '--help' && argument !== '-h');
  if (unknown !== undefined) return rejectArgument(unknown);
  if (args.length === 0) return start();
  process.stdout.write(HELP);
  return null;
}

/** The running sandbox, so that the importer can close it; `null` if none was started. */
export const running = await run(process.argv.slice(2));
