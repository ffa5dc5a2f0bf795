import { html, nothing, type TemplateResult } from 'lit';
import { addressGroups } from '../../payment/index.js';
import { isSamePerson, type CandidateChoice, type Payout } from '../../protocol/index.js';
import type { FormController, Outcome } from '../parts/form-controller.js';
import type { MerchantLocalize } from '../parts/localize.js';
import { choiceText, contentOf, networkOf, sumOf } from './payout-view.js';
import { sentence } from '../../elements/parts/sentence.js';

/** What a person can do with a payout. */
export type PayoutAction =
  | { readonly kind: 'approve' | 'takeBack' }
  | { readonly kind: 'decline'; readonly reason: string }
  | { readonly kind: 'resolve'; readonly choice: CandidateChoice };

interface ActionOptions {
  readonly forms: FormController;
  readonly localize: MerchantLocalize;
  readonly person: string;
  readonly onePerson: boolean;
  readonly canPropose: boolean;
  readonly canApprove: boolean;
  /** Whether approvals can be signed. */
  readonly canSign: boolean;
  readonly act: (payout: Payout, action: PayoutAction) => Promise<Outcome>;
}

const FORMS = ['approve', 'decline', 'resolve'] as const;
type FormKind = (typeof FORMS)[number];

const keyOf = (kind: FormKind | 'takeBack', { id }: Payout) => `${kind}-${id}`;

/** Renders the buttons of an unfinished payout. Each one that moves or stops money asks for confirmation once, in place. */
export function renderPayoutActions(
  payout: Payout,
  describedBy: string,
  options: ActionOptions,
): TemplateResult | typeof nothing {
  const { forms, localize, canApprove, canPropose, canSign, person, onePerson } = options;
  const open = FORMS.find((kind) => forms.isOpen(keyOf(kind, payout)));
  if (open) return renderForm(open, payout, options);
  const { payouts } = localize.t;
  const opener = (kind: FormKind, label: string, look = '') =>
    forms.renderOpener(keyOf(kind, payout), label, { look, describedBy });
  if (payout.state === 'unknown')
    return canApprove ? html`<div class="actions">${opener('resolve', payouts.decide)}</div>` : nothing;
  if (payout.state !== 'proposed') return nothing;
  const isOwn = isSamePerson(payout.proposedBy, person);
  const isBlocked = isOwn && !onePerson;
  const approve = isBlocked
    ? html`<button
        class="tool"
        part="button"
        type="button"
        aria-disabled="true"
        aria-describedby=${`own-${payout.id}`}
      >
        ${payouts.approve}
      </button>`
    : opener('approve', payouts.approve);
  return html`<div class="actions">
    ${canApprove && canSign ? approve : nothing}
    ${canApprove && !isBlocked ? opener('decline', payouts.decline, 'plain danger') : nothing}
    ${isOwn && canPropose ? takeBack(payout, describedBy, options) : nothing}
    ${isBlocked ? html`<span class="dim" id=${`own-${payout.id}`}>${payouts.own}</span>` : nothing}
  </div>`;
}

function takeBack(
  payout: Payout,
  describedBy: string,
  { forms, localize, act }: ActionOptions,
): TemplateResult {
  return forms.renderAction(keyOf('takeBack', payout), localize.t.payouts.takeBack, {
    look: 'plain',
    describedBy,
    request: () => act(payout, { kind: 'takeBack' }),
  });
}

function renderForm(kind: FormKind, payout: Payout, options: ActionOptions): TemplateResult {
  const { forms, localize, act } = options;
  const { payouts } = localize.t;
  const key = keyOf(kind, payout);
  const sum = sumOf(payout, localize);
  switch (kind) {
    case 'approve':
      return forms.render(key, {
        title: sentence(payouts.approveTitle(sum, networkOf(payout)), networkOf(payout)),
        content: approval(payout, localize),
        submit: payouts.confirmApprove,
        request: () => () => act(payout, { kind: 'approve' }),
      });
    case 'decline':
      return forms.render(key, {
        title: sentence(payouts.declineTitle(sum)),
        note: { label: payouts.reason, required: payouts.reasonRequired },
        submit: payouts.decline,
        request:
          ({ note: reason = '' }) =>
          () =>
            act(payout, { kind: 'decline', reason }),
      });
    case 'resolve':
      return forms.render(key, {
        title: sentence(payouts.decideTitle(sum)),
        content: choices(payout, localize),
        submit: payouts.save,
        request: ({ choice: candidate }) => {
          if (candidate === undefined) return payouts.chooseFirst;
          const choice: CandidateChoice =
            candidate === '' ? { outcome: 'not_sent', candidate: null } : { outcome: 'sent', candidate };
          return () => act(payout, { kind: 'resolve', choice });
        },
      });
  }
}

function approval(payout: Payout, localize: MerchantLocalize): TemplateResult {
  const marked = addressGroups(payout.address).flatMap((group) => (group.isMarked ? group.text : []));
  return html`${contentOf(payout, localize)}
    <p>
      ${localize.t.payouts.approveText}<span class="hidden">
        ${sentence(localize.m.markedGroups(marked.join(', ')), ...marked)}</span
      >
    </p>`;
}

function choices(payout: Payout, localize: MerchantLocalize): TemplateResult {
  const options = [
    ...payout.candidates.map(({ id }) => ({ outcome: 'sent', candidate: id }) as const),
    { outcome: 'not_sent', candidate: null } as const,
  ];
  return html`<fieldset aria-labelledby="ask-title">
    ${options.map(
      (choice) =>
        html`<label class="choice"
          ><input type="radio" name="choice" value=${choice.candidate ?? ''} /><span
            >${sentence(choiceText(choice, { payout, localize }), choice.candidate ?? '')}</span
          ></label
        >`,
    )}
  </fieldset>`;
}
