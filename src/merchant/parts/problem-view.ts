import { html, nothing, type TemplateResult } from 'lit';
import type { MerchantProblem } from '../client/merchant-client.js';
import type { MerchantMessages } from './messages.js';
import { icon, type IconName } from './icons.js';
import type { MerchantLocalize } from './localize.js';
import type { Tone } from '../../elements/parts/tone.js';

interface EmptyView {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly title: string;
  readonly text?: string;
  readonly action?: TemplateResult;
}

/** Renders what replaces a list: an illustration, a title, a sentence, and at most one button. */
export function emptyView({ tone, icon: name, title, text, action }: EmptyView): TemplateResult {
  return html`<div class="none">
    <span class="illustration" data-tone=${tone}>${icon(name)}</span>
    <h3>${title}</h3>
    ${text ? html`<p>${text}</p>` : nothing}${action ?? nothing}
  </div>`;
}

interface ProblemOptions {
  /** Time at which the last list arrived. */
  readonly lastAt: string | null;
  readonly onRetry: () => void;
}

/** Renders why there is no list, so that a failed list never looks like an empty one. */
export function problemView(
  problem: MerchantProblem,
  localize: MerchantLocalize,
  { lastAt, onRetry }: ProblemOptions,
): TemplateResult {
  const { t } = localize;
  const [title, sentence] = sentencesOf(problem, t);
  const last = lastAt === null ? '' : ` ${t.lastLoaded(localize.time(lastAt))}`;
  const isForbidden = problem.kind === 'scope_missing';
  return emptyView({
    tone: isForbidden ? 'neutral' : 'danger',
    icon: problem.kind === 'unreachable' ? 'offline' : 'warning',
    title,
    text: sentence + (isForbidden ? '' : last),
    ...(isForbidden ? {} : { action: retryButton(t, onRetry) }),
  });
}

function sentencesOf({ kind }: MerchantProblem, t: MerchantMessages): readonly [string, string] {
  if (kind === 'session_ended') return [t.sessionEnded, t.sessionEndedText];
  if (kind === 'scope_missing') return [t.scopeMissing, t.scopeMissingText];
  return [t.unreachable, t.unreachableText];
}

function retryButton(t: MerchantMessages, onRetry: () => void): TemplateResult {
  return html`<button class="tool" part="button" type="button" @click=${onRetry}>
    ${icon('refresh', 'small')}${t.tryAgain}
  </button>`;
}

/** Renders a line above a list whose last update has failed. */
export function staleNotice(
  problem: MerchantProblem,
  localize: MerchantLocalize,
  { lastAt, onRetry }: ProblemOptions,
): TemplateResult {
  const [title] = sentencesOf(problem, localize.t);
  const last = lastAt === null ? '' : ` ${localize.t.lastLoaded(localize.time(lastAt))}`;
  return html`<div class="stale" part="notice">
    ${icon('offline')}
    <p><b>${`${title}.`}</b>${last}</p>
    ${retryButton(localize.t, onRetry)}
  </div>`;
}

/** Returns why an action failed. */
export function actionProblem({ kind, code }: MerchantProblem, t: MerchantMessages): string {
  if (kind === 'session_ended') return `${t.sessionEnded}. ${t.sessionEndedText}`;
  if (kind === 'scope_missing') return t.actionForbidden;
  if (code === 'record_changed' || code === 'confirmation_required') return t.changedMeanwhile;
  return kind === 'refused' ? t.actionRefused : t.actionFailed;
}
