import { html, nothing, type TemplateResult } from 'lit';
import type { Messages } from '../../i18n/index.js';
import { currencyOf } from '../../payment/index.js';
import { VERSION } from '../base/version.js';
import { pairName } from '../crypto-currency-picker/currency-options.js';
import { fact, problemMessage, supportDetails, utc, type ProblemText } from '../support/support-details.js';
import type { DepositScreen, DepositViewModel } from './view-model.js';
import { button, retryButton } from '../parts/buttons.js';

type Failed = Extract<DepositScreen, { phase: 'failed' }>;

export function problemText({ problem, currency }: Failed, m: Messages): ProblemText {
  const { title } = m.problem.address;
  switch (problem.code) {
    case 'customer_not_found':
      return { title: m.problem.link, text: m.problem.openAgain };
    case 'currency_not_offered':
      return { title, text: m.notOffered(pairName(currencyOf(currency), m)) };
    default:
      return {
        title,
        text: problem.retryable ? `${m.nothingLost} ${m.problem.retryOrSendDetails}` : m.problem.sendDetails,
      };
  }
}

export function problemStep(screen: Failed, view: DepositViewModel): TemplateResult {
  return html`${problemMessage(problemText(screen, view.localize.m))} ${details(screen, view)}<slot
      name="error"
    ></slot
    >${actions(screen, view)}`;
}

/** Excludes the customer token, which gives access. */
function details({ problem, currency }: Failed, { localize, problemAtMs }: DepositViewModel): TemplateResult {
  const { m } = localize;
  const facts = [
    ...fact(m.problem.selectedCurrency, pairName(currencyOf(currency), m)),
    ...fact(m.problem.code, problem.code),
    ...fact(m.problem.requestLabel, problem.requestId, true),
    ...fact(m.problem.when, utc(problemAtMs)),
    ...fact(m.problem.version, VERSION, true),
  ];
  return supportDetails(facts, true, localize);
}

function actions({ problem }: Failed, { localize: { m }, actions: act }: DepositViewModel) {
  // Another currency would not help.
  if (problem.code === 'customer_not_found') return nothing;
  return html`<div class="actions">
    ${button(m.changeCoin, () => act.change(true))}
    ${problem.retryable ? retryButton(m.tryAgain, () => act.refresh()) : nothing}
  </div>`;
}
