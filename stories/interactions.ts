/** The element of a story. */
export function inStory<Tag extends keyof HTMLElementTagNameMap>(
  canvas: HTMLElement,
  tag: Tag,
): HTMLElementTagNameMap[Tag] {
  const element = canvas.querySelector(tag);
  if (!element) throw new Error(`There is no ${tag} in this story`);
  return element;
}

const LONGEST_MS = 30_000;

/** Waits for the first match with this text, in the element or in the elements inside it. */
export function find(root: Element, selector: string, words = ''): Promise<HTMLElement> {
  return waitFor(() => deep(root, selector, words), `There is no ${selector} ${words}`);
}

/** Waits for a visible text in the element, or in the elements inside it. */
export function reads(root: Element, words: string): Promise<true> {
  return waitFor(() => textOf(root).includes(words) || null, `"${words}" is not to be read`);
}

/** Retries with every frame until `read` returns a value. */
export async function waitFor<T>(read: () => T | null, otherwise: string): Promise<T> {
  const deadlineMs = performance.now() + LONGEST_MS;
  for (;;) {
    const found = read();
    if (found !== null) return found;
    if (performance.now() > deadlineMs) throw new Error(otherwise);
    await new Promise(requestAnimationFrame);
  }
}

export function press(element: Element, key: string): void {
  element.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }),
  );
}

/** Returns the texts that `act` copies. The clipboard of the viewer stays unchanged. */
export async function copying(act: () => Promise<void>): Promise<readonly string[]> {
  const copied: string[] = [];
  const { clipboard } = navigator;
  const writeText = clipboard.writeText;
  clipboard.writeText = (text) => {
    copied.push(text);
    return Promise.resolve();
  };
  try {
    await act();
  } finally {
    clipboard.writeText = writeText;
  }
  return copied;
}

function deep(root: Element, selector: string, words: string): HTMLElement | null {
  for (const element of root.shadowRoot?.querySelectorAll<HTMLElement>('*') ?? []) {
    const fits = element.matches(selector) && element.textContent.includes(words);
    const found = fits ? element : deep(element, selector, words);
    if (found) return found;
  }
  return null;
}

function textOf(root: Element): string {
  const inside = [...(root.shadowRoot?.querySelectorAll('*') ?? [])];
  return [root.shadowRoot?.textContent ?? '', ...inside.map(textOf)].join(' ').replace(/\s+/g, ' ');
}
