/** What a button does: once. */
export const PRESS_JS = String.raw`
import { refresh, say } from './live.js';

/** The second press of a double click comes within this time. */
const PAUSE_MS = 700;
const resting = new WeakSet();

/**
 * Does 'work', which gives what is to be said of it near by. A press while the last one rests does nothing. What was
 * refused needs no rest: nothing was done.
 */
export async function once(element, near, work, pauseMs = PAUSE_MS) {
  if (resting.has(element)) return;
  resting.add(element);
  const isDone = await tell(near, work);
  await refresh();
  setTimeout(() => resting.delete(element), isDone ? pauseMs : 0);
}

async function tell(near, work) {
  try {
    say(near, await work());
    return true;
  } catch (error) {
    const isLost = error instanceof TypeError || error.name === 'TimeoutError';
    say(
      near,
      isLost ? 'The sandbox does not answer: this may or may not have been done.' : error.message,
      'bad',
    );
    return isLost;
  }
}

/** 'work' of the button, by the value of its data-do. */
export function onPress(root, works, near, pauseMs) {
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

/** A key that is held down presses once. */
document.addEventListener('keydown', (event) => {
  if (event.repeat && event.target.closest('[data-do], [type="submit"]')) event.preventDefault();
});
`;
