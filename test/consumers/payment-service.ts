import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as SandboxModule from 'crypto-checkout/sandbox';
import type { Shop } from '../server-example/payer.js';

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
    control: async (path, body) => {
      const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    },
  };
}

/** What a shop's server would import, not its sources. */
export async function built<Module>(file: string): Promise<Module> {
  return (await import(pathToFileURL(join(dist, file)).href)) as Module;
}
