/** Splits long work, so that the page can render and respond in between. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
