// TON Connect through a bridge in the page. Account and network are part of the request, so the wallet itself refuses a request
// for others. TON Connect has no method to read a balance.
import { type Attempt, blocked, TransferEnd, type Payment } from './attempt.js';
import { codeOf, itemsOf, read, textOf } from './guards.js';
import type { BrowserWallet, TransferResult } from './wallet.js';

const PROTOCOL_VERSION = 2;
const MAINNET = '-239';
const RAW_ACCOUNT = /^-?\d:[\da-f]{64}$/i;
/** TON Connect: the payer declined. */
const DECLINED = 300;

/** Less than `VALID_FOR_MS` in `proxy/domain/transfer.ts`. */
const VALID_UNTIL_S = 300;

let lastId = 0;

/** A wallet ignores a request whose id is not above all earlier ones, including those of earlier pages. */
function nextId(): string {
  lastId = Math.max(Date.now(), lastId + 1);
  return String(lastId);
}

export async function transfer(
  { provider }: BrowserWallet,
  { transfer }: Payment,
  attempt: Attempt,
): Promise<TransferResult> {
  const manifestUrl = attempt.context.tonManifest;
  if (manifestUrl === undefined) throw blocked('unsupported');
  attempt.step('connecting', null);
  const items = [{ name: 'ton_addr' }];
  const event = await attempt.ask(provider, 'connect', PROTOCOL_VERSION, { manifestUrl, items });
  const payload = read(event, 'payload');
  if (read(event, 'event') !== 'connect')
    throw codeOf(payload) === DECLINED ? new TransferEnd({ kind: 'refused' }) : blocked('unsupported');
  const account = itemsOf(read(payload, 'items')).find((item) => read(item, 'name') === 'ton_addr');
  const from = textOf(read(account, 'address'), RAW_ACCOUNT);
  if (from === null) throw blocked('account');
  if (read(account, 'network') !== MAINNET) throw blocked('network');
  const { contract, address, baseUnits: amount } = transfer;
  if (!canSend(read(read(payload, 'device'), 'features'), contract !== null)) throw blocked('unsupported');
  await attempt.claim();
  attempt.step('confirming', from);
  const request = {
    valid_until: Math.floor(attempt.context.nowMs() / 1000) + VALID_UNTIL_S,
    network: MAINNET,
    from,
    // Keep the address as it is: it contains whether money bounces.
    ...(contract === null
      ? { messages: [{ address, amount }] }
      : { items: [{ type: 'jetton', master: contract, destination: address, amount }] }),
  };
  const answer = await attempt.send(provider, 'send', {
    method: 'sendTransaction',
    params: [JSON.stringify(request)],
    id: nextId(),
  });
  const error = read(answer, 'error');
  if (codeOf(error) === DECLINED) return { kind: 'refused' };
  if (error !== undefined && error !== null) return { kind: 'unknown' };
  // The response is the message that was sent, whose hash is not the id of a transaction.
  return { kind: 'sent', transaction: null };
}

/** Old wallets list only the name of the feature. A wallet that can send tokens also lists their type. */
function canSend(features: unknown, isToken: boolean): boolean {
  return itemsOf(features).some(
    (feature) =>
      (!isToken && feature === 'SendTransaction') ||
      (read(feature, 'name') === 'SendTransaction' &&
        (!isToken || itemsOf(read(feature, 'itemTypes')).includes('jetton'))),
  );
}
