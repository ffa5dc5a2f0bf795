import type { LiveRegion } from '../../controllers/live-region.js';
import type { Screen } from '../../checkout/screen.js';
import { choiceOf, laterPart, phaseOf, secondsLeft } from './view-model.js';
import type { View } from './view-model.js';

/** What a screen reader hears when the card shows something else; said once as long as it stays the same. */
function announcement(view: View): string {
  const { m } = view.localize;
  if (view.aside === 'close') return m.closeAsk;
  const choice = choiceOf(view);
  // With what becomes of the present address: money is lost where that is not heard.
  if (choice) return choice.mayReturn ? `${m.choose} ${m.changing}` : m.choose;
  return laterPart(view)?.announcement(view) ?? (view.areStepsAbsent ? m.notLoaded : '');
}

const MILESTONES_S = [30, 60, 120, 300, 600] as const;

/** The time that was last worth saying: 10, 5, 2 or 1 minutes or 30 seconds; `null` before them. */
function milestone(screen: Screen, nowMs: number | null): number | null {
  const left = secondsLeft(screen, nowMs);
  return (left && MILESTONES_S.find((seconds) => left.seconds <= seconds)) ?? null;
}

/** Changes when there is something else to show or to say of the time; `null` where no deadline counts. */
export function timeReading(screen: Screen, nowMs: number | null): string | null {
  const phase = phaseOf(screen, nowMs);
  return phase === null ? null : `${phase} ${milestone(screen, nowMs) ?? ''}`;
}

function milestoneWords(seconds: number, { localize }: View): string {
  return seconds < 60 ? localize.m.secondsLeft(seconds) : localize.m.minutesLeft(seconds / 60);
}

/** Says every screen once, and the time at its milestones as they pass. */
export class Announcer {
  readonly #live: LiveRegion;
  #said = '';
  #milestone: { readonly invoice: string; readonly seconds: number | null } | null = null;

  constructor(live: LiveRegion) {
    this.#live = live;
  }

  tell(view: View): void {
    const text = announcement(view);
    if (text !== this.#said) this.#live.say(text);
    this.#said = text;
    const { screen } = view;
    const invoice = screen.kind === 'awaiting' || screen.kind === 'partial' ? screen.invoice.id : '';
    const seconds = milestone(screen, view.serverNowMs());
    const isPassed = this.#milestone?.invoice === invoice && this.#milestone.seconds !== seconds;
    if (isPassed && seconds !== null) this.#live.say(milestoneWords(seconds, view));
    this.#milestone = { invoice, seconds };
  }
}
