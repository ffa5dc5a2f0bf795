import type { SessionProblem } from '../../checkout/session.js';

export function warnDeveloper(text: string, tag = 'crypto-checkout'): void {
  // eslint-disable-next-line no-console -- the one place of the elements that speaks to developers
  console.warn(`<${tag}>: ${text}`);
}

/** Says what the developer can do about a problem, unless the screen explains it. */
export async function warnAbout(problem: SessionProblem, endpoint: string, tag?: string): Promise<void> {
  // If the texts cannot be loaded, the network log of the browser says as much.
  const { warningFor } = await import('./developer-warnings.js').catch(() => ({ warningFor: () => null }));
  const warning = warningFor(problem, endpoint);
  if (warning !== null) warnDeveloper(warning, tag);
}
