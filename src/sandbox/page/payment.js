// Reloads the payment page when its invoice has changed. The page does everything else without a script.

/** @type {HTMLScriptElement} */
const script = document.querySelector('script[data-state]');
const unchanged = `data-state="${script.dataset.state}"`;
const POLL_MS = 1000;
const DEADLINE_MS = 15_000;

async function poll() {
  try {
    const response = await fetch(location.href, { signal: AbortSignal.timeout(DEADLINE_MS) });
    if (response.ok && !(await response.text()).includes(unchanged)) location.replace(location.href);
  } catch {
    // The sandbox may be restarting.
  }
}

async function startPolling() {
  if (!document.hidden) await poll();
  setTimeout(() => void startPolling(), POLL_MS);
}
void startPolling();
