// The machine of the measurement: results of another one cannot be compared.
import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg } from 'node:os';

export type Machine = Readonly<Record<string, string | number>> & { readonly date: string };

export async function machine(withBrowser: boolean): Promise<Machine> {
  const { chromium } = await import('../browsers/driver/chromium.js');
  const browser = withBrowser
    ? {
        browser: execFileSync(chromium.executablePath, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] })
          .toString()
          .trim(),
      }
    : {};
  return {
    date: new Date().toISOString(),
    cores: availableParallelism(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    node: process.version,
    ...browser,
    load: loadavg()
      .map((load) => load.toFixed(1))
      .join(' '),
  };
}
