import type { Payout } from '../../protocol/index.js';
import { digestOf, type PayoutSigner, type PayoutSigning } from '../client/payout-signer.js';
import type { MerchantClient, MerchantResult } from '../client/merchant-client.js';
import { SignedOutError } from '../client/session-token.js';
import type { PayoutAction } from './payout-actions.js';

/** The client of the proxy, and the signer. */
export interface PayoutBackend {
  readonly client: MerchantClient | null;
  readonly sign: PayoutSigner | null;
}

/** Lets the shop's server sign a token, then sends the token to the proxy. */
export async function sendSigned(
  { client, sign }: PayoutBackend,
  signing: PayoutSigning | Promise<PayoutSigning>,
  send: (client: MerchantClient, token: string) => Promise<MerchantResult<Payout>>,
): Promise<MerchantResult<Payout>> {
  try {
    if (client && sign) return await send(client, await sign(await signing));
  } catch (error) {
    if (error instanceof SignedOutError) return { ok: false, problem: { kind: 'session_ended' } };
  }
  return { ok: false, problem: { kind: 'unreachable' } };
}

export async function sendAction(
  backend: PayoutBackend,
  payout: Payout,
  action: PayoutAction,
): Promise<MerchantResult<Payout>> {
  const { client } = backend;
  const { id } = payout;
  if (!client) return { ok: false, problem: { kind: 'unreachable' } };
  switch (action.kind) {
    case 'takeBack':
      return client.takeBack(id);
    case 'decline':
      return client.decline(id, action.reason);
    case 'resolve':
      return client.resolve(id, action.choice);
    case 'approve': {
      const signing = digestOf(payout).then((digest) => ({ kind: 'approval', digest }) as const);
      return sendSigned(backend, signing, (_, token) => client.approve(id, token));
    }
  }
}
