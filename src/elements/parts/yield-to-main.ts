/** Long work is cut in pieces, so that the page can draw and answer in between. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
