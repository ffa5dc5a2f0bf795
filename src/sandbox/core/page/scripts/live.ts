/** Looks at the sandbox once a second, and loads again what has changed since. */
export const LIVE_JS = String.raw`
import { byId, setText, timeText } from './dom.js';

const POLL_MS = 1000;
const DEADLINE_MS = 15_000;
const parts = [];
const ticks = [];
let connected = null;
let tail = Promise.resolve();

/** The sandbox's clock, as of the last look. */
export const clock = { nowMs: 0 };

export async function call(method, path, body) {
  const options = { method, signal: AbortSignal.timeout(DEADLINE_MS) };
  if (body)
    Object.assign(options, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const response = await fetch(path, options);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** 'load' is called with the state whenever what 'keyOf' makes of the state has changed. */
export function follow(keyOf, load) {
  parts.push({ keyOf, load, key: null });
}

/** 'work' is called with the state at every look. */
export function everyLook(work) {
  ticks.push(work);
}

/** A look now, after the one that is under way. */
export function refresh() {
  tail = tail.then(look, look);
  return tail;
}

async function look() {
  try {
    const state = await call('GET', 'state');
    clock.nowMs = Date.parse(state.now);
    setText(byId('now'), timeText(state.now));
    await Promise.all(parts.map((part) => loadChanged(part, state)));
    for (const work of ticks) work(state);
    if (!connected) say(null, 'Connected.');
    connected = true;
  } catch (error) {
    if (!(error instanceof TypeError) && error.name !== 'TimeoutError') console.error(error);
    // It may be another sandbox that comes back.
    for (const part of parts) part.key = null;
    if (connected !== false) say(null, 'The sandbox does not answer. Trying again every second.', 'bad');
    connected = false;
  }
}

async function loadChanged(part, state) {
  const key = part.keyOf(state);
  if (key === part.key) return;
  await part.load(state);
  part.key = key;
}

export async function poll() {
  if (!document.hidden) await refresh();
  setTimeout(poll, POLL_MS);
}

/** In words: in the foot, which screen readers hear, and next to what was pressed. */
export function say(near, text, tone = '') {
  setText(byId('status'), text);
  byId('status').parentElement.dataset.tone = tone;
  const place = near?.querySelector('[data-said]');
  if (!place) return;
  setText(place, text);
  place.dataset.tone = tone;
  place.hidden = false;
}
`;
