// Parts of the screens of a payment with a wallet.
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { WalletAction } from '../../checkout/wallet-flow.js';
import type { Currency } from '../../payment/index.js';
import type { CheckoutInvoice } from '../../protocol/index.js';
import type { WalletView } from './wallet-view.js';
import type { Fact } from '../parts/fact-list.js';
import { paymentSum } from '../parts/payment-sum.js';

export interface WalletCover {
  readonly content: TemplateResult;
  /** Read out once by a screen reader. */
  readonly announcement: string;
  /** Whether the payer has nothing to do, so that no countdown is shown. */
  readonly isWatching: boolean;
}

export interface WalletCommands {
  readonly send: (action: WalletAction) => void;
  /** Sends the request to the same wallet again. */
  readonly retry: () => void;
  readonly refresh: () => void;
}

/** The data and the actions of a screen. */
export interface ScreenInput {
  readonly view: WalletView;
  readonly invoice: CheckoutInvoice;
  readonly currency: Currency;
  readonly commands: WalletCommands;
  /** Returns the wallet's name for a sentence. */
  readonly nameOf: (wallet: { readonly name: string | null }) => string;
}

interface ScreenParts {
  readonly key: string;
  readonly picture: TemplateResult;
  readonly title: string;
  readonly text: string;
  readonly sheet: TemplateResult;
  readonly below: TemplateResult;
}

/** Creates new nodes for every screen: its entrance is animated, and a second press does not hit the next screen's button. */
export function screenOf({ key, picture, title, text, sheet, below }: ScreenParts): TemplateResult {
  return html`${keyed(
    key,
    html`<div class="wallet-screen">
      <div class="message" part="message">
        ${picture}
        <h2 class="title" part="title">${title}</h2>
        ${text ? html`<p class="lead" part="text">${text}</p>` : nothing}
      </div>
      <div class="sheet" part="sheet">${sheet}</div>
      <div class="below">${below}</div>
    </div>`,
  )}`;
}

export function badge(drawing: TemplateResult, tone: '' | 'info' | 'warning'): TemplateResult {
  return html`<span class="badge" data-tone=${tone}>${drawing}</span>`;
}

export function accountFact(label: string, account: string): Fact {
  const short = account.length > 14 ? `${account.slice(0, 6)}…${account.slice(-4)}` : account;
  return { label, value: html`<bdi class="mono" translate="no" dir="ltr" title=${account}>${short}</bdi>` };
}

export function sum(
  label: string,
  { invoice, currency, view }: ScreenInput,
): TemplateResult | typeof nothing {
  if (invoice.due === null) return nothing;
  return paymentSum({ label, value: invoice.due }, currency, view.localize.m, 'plain');
}
