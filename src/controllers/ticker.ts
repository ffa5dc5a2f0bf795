/** One timer for every countdown of the page. It stops without listeners and while the page is hidden. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  for (const listener of [...listeners]) listener();
}

function startOrStop(): void {
  const wanted = listeners.size > 0 && !document.hidden;
  if (wanted && timer === undefined) timer = setInterval(tick, 1000);
  if (!wanted && timer !== undefined) {
    clearInterval(timer);
    timer = undefined;
  }
}

function onVisibilityChange(): void {
  startOrStop();
  if (!document.hidden) tick();
}

/** Calls `listener` every second, and immediately when the page is shown again. @returns a function that stops it */
export function everySecond(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', onVisibilityChange);
  listeners.add(listener);
  startOrStop();
  return () => {
    if (!listeners.delete(listener) || listeners.size > 0) return;
    document.removeEventListener('visibilitychange', onVisibilityChange);
    startOrStop();
  };
}
