import { type CurrencyCode, currencyOf } from './currencies.js';
import { CHAINS } from './tables/chains.js';
import { isNative, tokenContract } from './token-contracts.js';

/** Standard names of a currency, which other systems know. */
export interface CaipIds {
  /** Its network by CAIP-2, such as `eip155:1`. */
  readonly caip2: string;
  /**
   * The currency by CAIP-19, such as `eip155:1/slip44:60` for the coin of a network (CAIP-20) and `eip155:1/erc20:0xdAC1…` for
   * a token. `null` if the contract is not confirmed, and for tokens on TON, which CAIP-19 cannot name.
   */
  readonly caip19: string | null;
}

const chains: Readonly<
  Record<keyof typeof CHAINS, readonly [caip2: string, slip44: number, tokenNamespace?: string]>
> = CHAINS;

export function caipIds(code: CurrencyCode): CaipIds {
  const [chain, slip44, tokenNamespace] = chains[currencyOf(code).network.key];
  const contract = tokenContract(code);
  const asset = isNative(code)
    ? `slip44:${slip44}`
    : contract && tokenNamespace && `${tokenNamespace}:${contract}`;
  return { caip2: chain, caip19: asset ? `${chain}/${asset}` : null };
}
