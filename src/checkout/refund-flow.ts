// The flow of the refund form, without a screen. Pure. Loaded with the form.
import { currencyOf, type CurrencyCode } from '../payment/index.js';
import { isSameAddress, networksOf, validateAddress, type AddressFault } from '../payment/addresses/index.js';
import type { CheckoutRefund } from '../protocol/index.js';
import type { RefundInput, RefundRequestResult, SessionProblem } from './session.js';

/** The form for one item. It is kept for the life of the page, even while something else is shown. */
export interface RefundDraft {
  /** As the payer typed it. */
  readonly address: string;
  readonly email: string;
  /** The payer confirms that the address belongs to no exchange. */
  readonly isOwnWallet: boolean;
  /** The payer has left the address field or pasted an address. From then on, a mistake in it is shown. */
  readonly isAddressChecked: boolean;
  /** The payer has tried to send the form. From then on, missing fields are shown. */
  readonly isSubmitted: boolean;
  readonly isSending: boolean;
  /** The reason the last request failed. */
  readonly problem: SessionProblem | null;
  /** The address of the last request that the proxy has recorded. */
  readonly requested: string | null;
}

export const EMPTY_DRAFT: RefundDraft = {
  address: '',
  email: '',
  isOwnWallet: false,
  isAddressChecked: false,
  isSubmitted: false,
  isSending: false,
  problem: null,
  requested: null,
};

export type RefundAction =
  | { readonly type: 'addressTyped'; readonly address: string }
  /** `addressPasted` comes before `addressTyped`. */
  | { readonly type: 'addressLeft' | 'addressPasted' }
  | { readonly type: 'emailTyped'; readonly email: string }
  | { readonly type: 'ownWalletToggled'; readonly isOwnWallet: boolean }
  | { readonly type: 'submitted'; readonly isEmailValid: boolean }
  | { readonly type: 'answered'; readonly result: RefundRequestResult }
  /** The item of the context is about to be rendered. */
  | { readonly type: 'itemWillRender' };

export type RefundField = 'address' | 'own-wallet' | 'email';

export type RefundEffect =
  | { readonly type: 'request'; readonly input: RefundInput }
  | { readonly type: 'focus'; readonly field: RefundField }
  | { readonly type: 'close' };

export interface RefundContext {
  readonly item: CheckoutRefund;
  /** The address that the payer has paid to, if it is known. */
  readonly paidTo: string | null;
}

export interface RefundResult {
  readonly draft: RefundDraft;
  readonly effects: readonly RefundEffect[];
}

/**
 * A mistake in an address: a kind such as `typo` or `form`, the names of the `networks` where the address is valid, or that it
 * belongs to the `shop`.
 */
export type AddressMistake =
  | { readonly kind: 'empty' | 'form' | 'typo' | 'unusable' | 'shop' }
  | { readonly kind: 'network'; readonly networks: readonly string[] };

const MISTAKES: Readonly<Record<AddressFault, Exclude<AddressMistake['kind'], 'network' | 'shop'>>> = {
  empty: 'empty',
  form: 'form',
  network: 'form',
  checksum: 'typo',
  testnet: 'unusable',
  witness_version: 'unusable',
  token_contract: 'unusable',
  reserved: 'unusable',
};

/** Returns whether the payer can ask for the money or correct the address. */
export function isOpen({ state, reason }: CheckoutRefund): boolean {
  return reason !== 'shop' && (state === 'possible' || state === 'requested');
}

/** Exchanges need a memo with each payment on these networks, and a payout carries none. */
export function needsOwnWallet(currency: CurrencyCode): boolean {
  return currencyOf(currency).network.key === 'ton';
}

/** Returns what is wrong with the address of a draft, or `null`. */
export function addressMistake(
  { address: typed }: RefundDraft,
  { item: { currency }, paidTo }: RefundContext,
): AddressMistake | null {
  const address = typed.trim();
  const check = validateAddress(currency, address);
  if (check.valid) return paidTo !== null && isSameAddress(address, paidTo) ? { kind: 'shop' } : null;
  const networks = check.reason === 'form' || check.reason === 'network' ? networksOf(address) : [];
  return networks.length > 0 ? { kind: 'network', networks } : { kind: MISTAKES[check.reason] };
}

/** Returns whether the proxy has shortened this address to `TQCt…7En8`. */
export function isShortened(address: string, shortened: string | null): boolean {
  const [start = '', end = ''] = shortened?.split('…') ?? [];
  return start !== '' && address.startsWith(start) && address.endsWith(end);
}

/** Returns the draft after `action`, and the effects to perform. Pure. */
export function reduceRefundFlow(
  draft: RefundDraft,
  action: RefundAction,
  context: RefundContext,
): RefundResult {
  switch (action.type) {
    case 'addressTyped':
      return only({ ...draft, address: action.address, problem: null });
    case 'addressLeft':
      return only({ ...draft, isAddressChecked: draft.isAddressChecked || draft.address.trim() !== '' });
    case 'addressPasted':
      return only({ ...draft, isAddressChecked: true });
    case 'emailTyped':
      return only({ ...draft, email: action.email, problem: null });
    case 'ownWalletToggled':
      return only({ ...draft, isOwnWallet: action.isOwnWallet });
    case 'submitted':
      return withSubmission(draft, action.isEmailValid, context);
    case 'answered':
      if (action.result.ok) return recorded(draft);
      return only({ ...draft, isSending: false, problem: action.result.problem });
    case 'itemWillRender': {
      const { item } = context;
      // The response was lost, but the request arrived.
      const hasArrived = item.state === 'requested' && isShortened(draft.address.trim(), item.address);
      return draft.problem && hasArrived ? recorded(draft) : only(draft);
    }
  }
}

function only(draft: RefundDraft): RefundResult {
  return { draft, effects: [] };
}

function recorded(draft: RefundDraft): RefundResult {
  const done = { isAddressChecked: false, isSubmitted: false, isSending: false, problem: null };
  return { draft: { ...draft, ...done, requested: draft.address.trim() }, effects: [{ type: 'close' }] };
}

function withSubmission(draft: RefundDraft, isEmailValid: boolean, context: RefundContext): RefundResult {
  const { item } = context;
  if (draft.isSending || !isOpen(item)) return only(draft);
  const checked = { ...draft, isAddressChecked: true, isSubmitted: true, problem: null };
  const field = firstMistake(draft, isEmailValid, context);
  if (field) return { draft: checked, effects: [{ type: 'focus', field }] };
  const { invoice, amount } = item;
  const email = draft.email.trim();
  const input = { invoice, amount, address: draft.address.trim(), ...(email && { email }) };
  return { draft: { ...checked, isSending: true }, effects: [{ type: 'request', input }] };
}

/** In the order of the form. */
function firstMistake(draft: RefundDraft, isEmailValid: boolean, context: RefundContext): RefundField | null {
  if (addressMistake(draft, context)) return 'address';
  if (needsOwnWallet(context.item.currency) && !draft.isOwnWallet) return 'own-wallet';
  return isEmailValid ? null : 'email';
}
