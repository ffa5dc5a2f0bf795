// Polls the state of the sandbox once a second, and loads what has changed since.

import { byId, setText, timeText } from './dom.js';

const POLL_MS = 1000;
const DEADLINE_MS = 15_000;
const parts = [];
let connected = null;
let tail = Promise.resolve();

/** The clock of the sandbox at the last poll. */
export const clock = { nowMs: 0 };

export async function call(method, path, body) {
  const options = { method, signal: AbortSignal.timeout(DEADLINE_MS) };
  if (body)
    Object.assign(options, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const response = await fetch(path, options);
  const result = await response.json();
  if (!response.ok) throw new Error(result.error);
  return result;
}

/** Distinguishes a sandbox that does not respond from one that rejects. */
export function isUnreachable(error) {
  return error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError');
}

/** Calls `load` with the state whenever `keyOf(state)` has changed. */
export function follow(keyOf, load) {
  parts.push({ keyOf, load, key: null });
}

/** Calls `load` with the state whenever the sandbox has counted a change of `books`, `faults`, `requests` or `postbacks`. */
export function followChanges(name, load) {
  follow(({ changes }) => changes[name], load);
}

/** Polls immediately, after the poll in progress. */
export function refresh() {
  tail = tail.then(poll, poll);
  return tail;
}

async function poll() {
  try {
    const state = await call('GET', 'state');
    clock.nowMs = Date.parse(state.now);
    setText(byId('now'), timeText(state.now));
    await Promise.all(parts.map((part) => loadChanged(part, state)));
    if (!connected) say(null, 'Connected.');
    connected = true;
  } catch (error) {
    if (!isUnreachable(error)) reportError(error);
    // The sandbox that comes back may be another one: load everything again.
    for (const part of parts) part.key = null;
    if (connected !== false) say(null, 'The sandbox does not respond. Trying again every second.', 'bad');
    connected = false;
  }
}

async function loadChanged(part, state) {
  const key = part.keyOf(state);
  if (key === part.key) return;
  await part.load(state);
  part.key = key;
}

export async function startPolling() {
  if (!document.hidden) await refresh();
  setTimeout(() => void startPolling(), POLL_MS);
}

/** Shows a message in the footer, a live region for screen readers, and at the end of `near`. */
export function say(near, text, tone = '') {
  setText(byId('status'), text);
  byId('status').parentElement.dataset.tone = tone;
  if (!near) return;
  const message = near.querySelector(':scope > .message') ?? near.appendChild(document.createElement('p'));
  message.className = 'message';
  message.dataset.tone = tone;
  setText(message, text);
}
