/** Calls back when the payer returns to the page: it is visible again, in focus, online, or out of the browser's cache. */
export function onPageReturn(callback: (event: Event) => void): () => void {
  const listener = (event: Event): void => {
    const isFirstLoad = event instanceof PageTransitionEvent && !event.persisted;
    if (!document.hidden && !isFirstLoad) callback(event);
  };
  const listening = new AbortController();
  document.addEventListener('visibilitychange', listener, listening);
  for (const type of ['focus', 'online', 'pageshow']) window.addEventListener(type, listener, listening);
  return () => listening.abort();
}
