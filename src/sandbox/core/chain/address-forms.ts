import type { NetworkKey } from '../../../payment/index.js';

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
const BECH32 = '[02-9ac-hj-np-z]';
const EVM = /^0x[0-9a-fA-F]{40}$/;

/** Prefix, alphabet and length, without the checksum. Bech32 may be all upper case (BIP 173). */
const FORMS: Readonly<Record<NetworkKey, RegExp>> = {
  bitcoin: new RegExp(`^(?:[13]${BASE58}{25,33}|bc1(?:${BECH32}{39}|${BECH32}{59}))$`),
  litecoin: new RegExp(`^(?:[LM3]${BASE58}{25,33}|ltc1(?:${BECH32}{39}|${BECH32}{59}))$`),
  tron: new RegExp(`^T${BASE58}{33}$`),
  solana: new RegExp(`^${BASE58}{32,44}$`),
  ton: /^(?:[EU][Qf][\w+/-]{46}|(?:0|-1):[0-9a-fA-F]{64})$/,
  bsc: EVM,
  ethereum: EVM,
  arbitrum: EVM,
  base: EVM,
  optimism: EVM,
};

/** Tells whether this may be a mainnet address of the network. */
export function hasAddressForm(text: string, network: NetworkKey): boolean {
  const form = FORMS[network];
  return form.test(text) || (/^(?:BC|LTC)1[0-9A-Z]+$/.test(text) && form.test(text.toLowerCase()));
}
