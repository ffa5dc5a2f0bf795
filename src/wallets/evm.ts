// EIP-1193: one `eth_sendTransaction`, after the network, the token and the balances have been read through the wallet.
import type { Currency } from '../payment/index.js';
import { type Attempt, blocked, TransferEnd, type Payment } from './attempt.js';
import { transferCall } from './calldata.js';
import { fundsOf } from './funds.js';
import { codeOf, integerOf, itemsOf, REFUSED, textOf } from './guards.js';
import type { BrowserWallet, TransferResult } from './wallet.js';

/** Public node and explorer of each network, for a wallet that does not know the network yet (EIP-3085). */
const ADDED_CHAINS: Readonly<Record<number, readonly [rpcUrl: string, explorerUrl: string]>> = {
  10: ['https://mainnet.optimism.io', 'https://optimistic.etherscan.io'],
  56: ['https://bsc-dataseed.bnbchain.org', 'https://bscscan.com'],
  8453: ['https://mainnet.base.org', 'https://basescan.org'],
  42161: ['https://arb1.arbitrum.io/rpc', 'https://arbiscan.io'],
};

const ACCOUNT = /^0x[\da-f]{40}$/i;
const WORD = /^0x[\da-f]{64}$/i;
const HASH = WORD;
/** EIP-7702: the code of a plain account that delegates to a contract. */
const DELEGATION = /^0xef0100[\da-f]{40}$/i;
/** The coin in which fees are paid. */
const feeCoinOf = ({ network }: Currency) =>
  network.key === 'bsc'
    ? { name: 'BNB', symbol: 'BNB', decimals: 18 }
    : { name: 'Ether', symbol: 'ETH', decimals: 18 };
/** Minimum gas of a transaction. */
const MIN_GAS = 21_000n;

const DECIMALS_CALL = '0x313ce567';
const BALANCE_CALL = '0x70a08231';

const hex = (number: number | bigint) => `0x${number.toString(16)}`;

/** Returns the word in the answer of a contract; `null` if there is no contract at the address. */
const wordOf = (answer: unknown) => integerOf(textOf(answer, WORD));

function accountOf(answer: unknown): string | null {
  return textOf(itemsOf(answer)[0], ACCOUNT);
}

/** Calls the wallet by EIP-1193. */
class Provider {
  constructor(
    readonly provider: unknown,
    readonly attempt: Attempt,
  ) {}

  ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return this.attempt.ask(this.provider, 'request', { method, params });
  }

  read(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return this.attempt.read(this.provider, 'request', { method, params });
  }

  /** Reads a quantity; `null` if the wallet does not know it. */
  async quantity(method: string, ...params: readonly unknown[]): Promise<bigint | null> {
    return integerOf(await this.read(method, ...params).catch(() => null));
  }
}

export async function transfer(
  wallet: BrowserWallet,
  payment: Payment,
  attempt: Attempt,
): Promise<TransferResult> {
  const { chainId } = payment.transfer;
  if (chainId === null) throw blocked('unsupported');
  const provider = new Provider(wallet.provider, attempt);
  attempt.step('connecting', null);
  const from = accountOf(await provider.ask('eth_requestAccounts'));
  if (from === null) throw blocked('account');
  await selectChain(provider, payment.currency, chainId, from);
  attempt.step('checking', from);
  const call = callOf(payment, chainId, from);
  const isContract = await check(provider, payment, call);
  await attempt.claim();
  const [accounts, chain] = await Promise.all([provider.read('eth_accounts'), provider.read('eth_chainId')]);
  if (accountOf(accounts)?.toLowerCase() !== from.toLowerCase() || integerOf(chain) !== BigInt(chainId))
    throw blocked('changed');
  attempt.step('confirming', from);
  const params = [{ ...call }];
  const answer = await attempt.send(wallet.provider, 'request', {
    method: 'eth_sendTransaction',
    params,
  });
  if (isContract) return { kind: 'proposed' };
  return { kind: 'sent', transaction: textOf(answer, HASH) };
}

/** Leaves gas, price, nonce and type to the wallet. A quantity has no leading zeros. */
function callOf({ transfer }: Payment, chainId: number, from: string) {
  const { contract, address, baseUnits } = transfer;
  const common = { from, chainId: hex(chainId) };
  if (contract === null) return { ...common, to: address, value: hex(BigInt(baseUnits)) };
  const data = `0x${transferCall(address.slice(2), BigInt(baseUnits))}`;
  return { ...common, to: contract, value: '0x0', data };
}

async function selectChain(
  provider: Provider,
  currency: Currency,
  chainId: number,
  from: string,
): Promise<void> {
  const isSelected = async () => integerOf(await provider.read('eth_chainId')) === BigInt(chainId);
  if (await isSelected()) return;
  const chain = { chainId: hex(chainId) };
  const change = async (method: string, parameter: object) => {
    try {
      await provider.ask(method, parameter);
      return true;
    } catch (error) {
      // The payer has stopped waiting or refused, or must answer another request first.
      if (error instanceof TransferEnd || [REFUSED, -32002].includes(codeOf(error) ?? 0)) throw error;
      return false;
    }
  };
  provider.attempt.step('switching', from);
  const isKnown = await change('wallet_switchEthereumChain', chain);
  const addedChain = ADDED_CHAINS[chainId];
  // Wallets report an unknown network in many ways, and after another error the offer to add the network does no harm.
  if (!isKnown && addedChain && !(await isSelected())) {
    provider.attempt.step('adding', from);
    const [rpcUrl, explorerUrl] = addedChain;
    await change('wallet_addEthereumChain', {
      ...{ ...chain, chainName: currency.network.name, nativeCurrency: feeCoinOf(currency) },
      ...{ rpcUrls: [rpcUrl], blockExplorerUrls: [explorerUrl] },
    });
    // Adding a network does not select it.
    if (!(await isSelected())) {
      provider.attempt.step('switching', from);
      await change('wallet_switchEthereumChain', chain);
    }
  }
  if (!(await isSelected())) throw blocked('network');
}

/** Checks the token and the balances. Returns whether the account is a contract, which may need more signers. */
async function check(
  provider: Provider,
  { currency, transfer }: Payment,
  call: ReturnType<typeof callOf>,
): Promise<boolean> {
  const { contract } = transfer;
  const { from } = call;
  const units = BigInt(transfer.baseUnits);
  const readToken = (data: string) => provider.read('eth_call', { to: contract, data }, 'latest');
  const owner = from.slice(2).toLowerCase().padStart(64, '0');
  const [code, decimals, tokens, coins, gas, price] = await Promise.all([
    provider.read('eth_getCode', from, 'latest').catch(() => null),
    contract && readToken(DECIMALS_CALL),
    contract && readToken(BALANCE_CALL + owner),
    provider.read('eth_getBalance', from, 'latest').then(integerOf),
    provider.quantity('eth_estimateGas', { ...call }),
    provider.quantity('eth_gasPrice'),
  ]);
  if (coins === null) throw blocked('unsupported');
  const balance = contract ? wordOf(tokens) : coins;
  if (balance === null || (contract && wordOf(decimals) !== BigInt(currency.decimals)))
    throw blocked('token');
  const isContract = textOf(code, /^0x[\da-f]{2,}$/i) !== null && textOf(code, DELEGATION) === null;
  // The signer of a contract account, or its relayer, pays the fee.
  const fee = price === null || isContract ? null : (gas ?? MIN_GAS) * price;
  const rest = contract ? coins : coins - units;
  if (balance < units || rest < (fee ?? 0n))
    throw new TransferEnd({
      kind: 'short',
      payment: fundsOf(currency, units, balance),
      fee: fee === null ? null : fundsOf(feeCoinOf(currency), fee, rest),
    });
  return isContract;
}
