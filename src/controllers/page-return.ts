const EVENTS = ['focus', 'online', 'pageshow'] as const;

/** Calls back when the payer returns to the page: it is visible again, in focus, online, or out of the browser's cache. */
export function onPageReturn(callback: (event: Event) => void): () => void {
  const listener = (event: Event): void => {
    const isFirstLoad = event instanceof PageTransitionEvent && !event.persisted;
    if (!document.hidden && !isFirstLoad) callback(event);
  };
  document.addEventListener('visibilitychange', listener);
  for (const type of EVENTS) window.addEventListener(type, listener);
  return () => {
    document.removeEventListener('visibilitychange', listener);
    for (const type of EVENTS) window.removeEventListener(type, listener);
  };
}
