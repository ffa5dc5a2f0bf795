import { walletOutcomes } from './wallet-outcomes.js';
import { walletRequest } from './wallet-request.js';

/** A payment with a wallet in the browser, from the request on. */
export const browserWallet = { ...walletRequest, ...walletOutcomes };
