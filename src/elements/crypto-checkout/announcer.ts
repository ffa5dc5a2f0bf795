import type { LiveRegionController } from '../../controllers/live-region.js';
import { monitoringEnd, payableInvoice, type Screen } from '../../checkout/screen.js';
import { pickerScreenOf, timeToDeadline, type CheckoutViewModel } from './view-model.js';

/**
 * What a screen reader announces when the content changes; once as long as it stays the same. Of the payment and its outcome:
 * `announcement` in `lazy-steps.ts`.
 */
function announcement(view: CheckoutViewModel): string {
  const { m } = view.localize;
  const { templates, hasFailed } = view.steps;
  if (view.flow.overlay === 'close') return m.confirmClose;
  const choice = pickerScreenOf(view);
  // With the note on the current address: a payer who misses it may lose money.
  if (choice) return choice.canGoBack ? `${m.choose} ${m.changeNote}` : m.choose;
  return templates?.announcement(view) ?? (hasFailed ? m.notLoaded : '');
}

const MILESTONES_S = [30, 60, 120, 300, 600] as const;

/** The last announced time: 10, 5, 2 or 1 minutes or 30 seconds; `null` before them. */
function milestone(screen: Screen, nowMs: number | null): number | null {
  const left = timeToDeadline(screen, nowMs);
  return (left && MILESTONES_S.find((seconds) => left.seconds <= seconds)) ?? null;
}

/** Returns a value that changes when the time calls for a rendering or an announcement; `null` if none will. */
export function timeAnnouncementKey(screen: Screen, nowMs: number | null): string | null {
  const left = timeToDeadline(screen, nowMs);
  if (left) return `${left.phase} ${milestone(screen, nowMs) ?? ''}`;
  // A page that stays open must not promise longer that a payment is detected.
  const isOver = screen.kind === 'expired' || screen.kind === 'expired_partial' || screen.kind === 'canceled';
  return isOver ? monitoringEnd(screen.invoice, nowMs) : null;
}

/** Announces every screen once, and the time left at its milestones. */
export class Announcer {
  #lastText = '';
  #milestone: { readonly invoice: string; readonly seconds: number | null } | null = null;

  constructor(private readonly live: LiveRegionController) {}

  announce(view: CheckoutViewModel): void {
    const text = announcement(view);
    const isNew = text !== this.#lastText;
    this.#lastText = text;
    const { screen } = view;
    const invoice = payableInvoice(screen)?.id ?? '';
    const seconds = milestone(screen, view.serverNowMs());
    const isPassed = this.#milestone?.invoice === invoice && this.#milestone.seconds !== seconds;
    const { m } = view.localize;
    const time =
      isPassed && seconds !== null
        ? seconds < 60
          ? m.secondsLeft(seconds)
          : m.minutesLeft(seconds / 60)
        : '';
    // The region holds one text: the second of two would replace the first before it is read.
    if (isNew || time) this.live.say(isNew ? `${time} ${text}`.trim() : time);
    this.#milestone = { invoice, seconds };
  }
}
