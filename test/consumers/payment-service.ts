import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as SandboxModule from 'crypto-checkout/sandbox';
import type { Shop } from '../server-example/payer.js';
import { control } from '../sandbox-control.js';

const dist = join(import.meta.dirname, '../../dist');

/** A sandbox, and how money gets to it. */
export interface PaymentService extends Pick<Shop, 'control'> {
  readonly sandbox: SandboxModule.SandboxServer;
}

export async function startPaymentService(): Promise<PaymentService> {
  const { startSandbox } = await built<typeof SandboxModule>('sandbox.js');
  const sandbox = await startSandbox({ port: 0, apiKey: 'k', withdrawalKey: 'w', shopId: 's' });
  return {
    sandbox,
    control: (path, body) => control(sandbox.url, path, body),
  };
}

/** What a shop's server would import, not its sources. */
export async function built<Module>(file: string): Promise<Module> {
  return (await import(pathToFileURL(join(dist, file)).href)) as Module;
}
