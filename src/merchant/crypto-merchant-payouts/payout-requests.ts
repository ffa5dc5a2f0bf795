import type { Payout } from '../../protocol/index.js';
import { digestOf, type PayoutSigner, type PayoutSigning } from '../client/payout-signer.js';
import type { MerchantClient, MerchantResult } from '../client/merchant-client.js';
import { SignedOutError } from '../client/session-token.js';
import type { PayoutAction } from './payout-actions.js';

/** The client of the proxy, and the signer. */
export interface PayoutBackend {
  readonly desk: MerchantClient | null;
  readonly sign: PayoutSigner | null;
}

/** Lets the shop's server sign a token, then sends the token to the proxy. */
export async function sendSigned(
  { desk, sign }: PayoutBackend,
  signing: PayoutSigning | Promise<PayoutSigning>,
  send: (desk: MerchantClient, token: string) => Promise<MerchantResult<Payout>>,
): Promise<MerchantResult<Payout>> {
  try {
    if (desk && sign) return await send(desk, await sign(await signing));
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
  const { desk } = backend;
  const { id } = payout;
  if (!desk) return { ok: false, problem: { kind: 'unreachable' } };
  switch (action.kind) {
    case 'takeBack':
      return desk.takeBack(id);
    case 'decline':
      return desk.decline(id, action.reason);
    case 'resolve':
      return desk.resolve(id, action.choice);
    case 'approve': {
      const signing = digestOf(payout).then((digest) => ({ kind: 'approval', digest }) as const);
      return sendSigned(backend, signing, (client, token) => client.approve(id, token));
    }
  }
}
