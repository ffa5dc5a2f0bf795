// Runs the action of a button once per press.

import { isUnreachable, refresh, say } from './polling.js';

/** The second press of a double click comes within this time. */
const PAUSE_MS = 700;
const LOST = 'The sandbox does not respond: this may or may not have been done.';
const busy = new WeakSet();

/**
 * Runs `action` and shows the message it returns. Further presses are ignored while it runs and for `pauseMs` afterwards.
 * After a rejection there is no pause: nothing was done.
 */
export async function once(element, near, action, pauseMs = PAUSE_MS) {
  if (busy.has(element)) return;
  busy.add(element);
  const mayBeDone = await runAndReport(near, action);
  await refresh();
  setTimeout(() => busy.delete(element), mayBeDone ? pauseMs : 0);
}

async function runAndReport(near, action) {
  try {
    say(near, await action());
    return true;
  } catch (error) {
    const isLost = isUnreachable(error);
    const reason = error instanceof Error ? error.message : String(error);
    say(near, isLost ? LOST : reason, 'bad');
    return isLost;
  }
}

/** Runs the action of a pressed button, by the value of its `data-action`. */
export function onPress(root, actions, near, pauseMs = PAUSE_MS) {
  root.addEventListener('click', ({ target }) => {
    const button = target.closest('[data-action]');
    const action = button && actions[button.dataset.action];
    if (action) void once(button, near(button), () => action(button), pauseMs);
  });
}

export function onSubmit(form, action) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void once(form, form, () => action(form.elements));
  });
}

/** A key that is held down counts as one press. */
document.addEventListener('keydown', (event) => {
  const { repeat, target } = event;
  if (repeat && target instanceof Element && target.closest('[data-action], [type="submit"]'))
    event.preventDefault();
});
