// The functions of the page of the bench; each one takes one measurement.
export async function paint(path) {
  const startedMs = performance.now();
  const subject = await import(path);
  const evaluatedMs = performance.now();
  const element = subject.mount(document.querySelector('main'));
  const deadlineMs = startedMs + 20_000;
  while (!subject.isShown(element)) {
    if (performance.now() > deadlineMs) throw new Error(`${path} never shows its code`);
    await new Promise((resolve) => setTimeout(resolve));
  }
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  Object.assign(globalThis, { subject, element });
  return { evaluated: evaluatedMs - startedMs, painted: performance.now() - startedMs };
}

/** Microseconds for one of them, to the end of its microtasks. */
export async function changes(count, what = 'change') {
  const { subject, element } = globalThis;
  const startedMs = performance.now();
  for (let index = 0; index < count; index += 1) await subject[what](element, index);
  return (1000 * (performance.now() - startedMs)) / count;
}

export async function mutationsOf(count) {
  const { subject, element } = globalThis;
  let seen = 0;
  const observer = new MutationObserver((records) => (seen += records.length));
  const options = { subtree: true, childList: true, attributes: true, characterData: true };
  const observe = (root) => {
    observer.observe(root, options);
    for (const each of root.querySelectorAll('*')) if (each.shadowRoot) observe(each.shadowRoot);
  };
  observe(element.shadowRoot);
  for (let index = 0; index < count; index += 1) await subject.same(element);
  await new Promise((resolve) => setTimeout(resolve, 50));
  return seen;
}

/** All timers of a second or less are held, and run when the clock has been moved by a second. */
let secondsPass = () => {};
const task = setTimeout;

/** That many countdowns, on a clock that `ticks` moves. */
export async function countdowns(path, count) {
  const realNow = Date.now;
  const held = new Map();
  let aheadMs = 0;
  let last = 1_000_000;
  Date.now = () => realNow() + aheadMs;
  const hold = (isRepeated) => (work) => {
    held.set((last += 1), { work, isRepeated });
    return last;
  };
  Object.assign(globalThis, { setTimeout: hold(false), setInterval: hold(true) });
  Object.assign(globalThis, {
    clearTimeout: (id) => held.delete(id),
    clearInterval: (id) => held.delete(id),
  });
  const { countdown } = await import(path);
  const endMs = Date.now() + 1_800_000;
  const all = Array.from({ length: count }, () => countdown(() => Date.now(), endMs));
  document.querySelector('main').append(...all);
  await new Promise((resolve) => task(resolve, 200));
  secondsPass = () => {
    aheadMs += 1000;
    for (const [id, { work, isRepeated }] of [...held]) {
      if (!isRepeated) held.delete(id);
      work();
    }
  };
}

/** Microseconds in scripts for a tick of them all: the minimum, since other work can only add to it. */
export async function ticks(count) {
  const took = [];
  for (let tick = 0; tick < count; tick += 1) {
    const startedMs = performance.now();
    secondsPass();
    // After all microtasks, and before the page is drawn.
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
    took.push(1000 * (performance.now() - startedMs));
    // Not from within a frame: the next response would arrive only after the page was drawn.
    await new Promise((resolve) => task(resolve, 20));
  }
  return Math.min(...took);
}

export async function mounts(count) {
  const { subject } = globalThis;
  const main = document.querySelector('main');
  for (let index = 0; index < count; index += 1) {
    const element = subject.mount(main);
    await element.updateComplete;
    element.remove();
  }
}

export async function flow(states) {
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  const { subject, element } = globalThis;
  for (const state of states) {
    await subject.step(element, state);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return shift;
}

const picture = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)));

/** The page of `paint` shows another state, and loads its files. */
export async function show(state) {
  const { subject, element } = globalThis;
  await subject.step(element, state);
  await picture();
  await picture();
}

let slowestMs = 0;

export function watchPresses() {
  const observer = new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) slowestMs = Math.max(slowestMs, duration);
  });
  observer.observe({ type: 'event', durationThreshold: 16 });
}

/** The time in milliseconds since the last call; entries arrive after their frame. */
export async function slowestPress() {
  await picture();
  await picture();
  const found = slowestMs;
  slowestMs = 0;
  return found;
}
