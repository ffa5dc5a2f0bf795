// Runs the work of a button once per press.

import { errorText, isUnreachable, refresh, say } from './polling.js';

/** The second press of a double click comes within this time. */
const PAUSE_MS = 700;
const resting = new WeakSet();

/**
 * Runs `work` and shows the message it returns. Further presses are ignored while it runs and for `pauseMs` afterwards.
 * After a rejection there is no pause: nothing was done.
 */
export async function once(element, near, work, pauseMs = PAUSE_MS) {
  if (resting.has(element)) return;
  resting.add(element);
  const mayBeDone = await runAndReport(near, work);
  await refresh();
  setTimeout(() => resting.delete(element), mayBeDone ? pauseMs : 0);
}

async function runAndReport(near, work) {
  try {
    say(near, await work());
    return true;
  } catch (error) {
    const isLost = isUnreachable(error);
    say(
      near,
      isLost ? 'The sandbox does not respond: this may or may not have been done.' : errorText(error),
      'bad',
    );
    return isLost;
  }
}

/** Runs the work of a pressed button, by the value of its `data-do`. */
export function onPress(root, works, near, pauseMs = PAUSE_MS) {
  root.addEventListener('click', ({ target }) => {
    const button = target.closest('[data-do]');
    const work = button && works[button.dataset.do];
    if (work) void once(button, near(button), () => work(button), pauseMs);
  });
}

export function onSubmit(form, work) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void once(form, form, () => work(form.elements, form));
  });
}

/** A key that is held down counts as one press. */
document.addEventListener('keydown', (event) => {
  const { repeat, target } = event;
  if (repeat && target instanceof Element && target.closest('[data-do], [type="submit"]'))
    event.preventDefault();
});
