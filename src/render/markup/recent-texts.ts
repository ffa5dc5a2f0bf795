/** The texts that were used last, up to a total length. Only for texts that follow from their key alone. */
export class RecentTexts {
  /** In the order of the last use, the oldest first. */
  readonly #texts = new Map<string, string>();
  #characters = 0;

  constructor(private readonly maxCharacters: number) {}

  get(key: string, create: () => string): string {
    return this.find(key) ?? this.keep(key, create());
  }

  find(key: string): string | undefined {
    const text = this.#texts.get(key);
    return text === undefined ? undefined : this.keep(key, text);
  }

  keep(key: string, text: string): string {
    this.#forget(key);
    this.#texts.set(key, text);
    this.#characters += key.length + text.length;
    while (this.#characters > this.maxCharacters) {
      const [oldest] = this.#texts.keys();
      if (oldest === undefined) break;
      this.#forget(oldest);
    }
    return text;
  }

  clear(): void {
    this.#texts.clear();
    this.#characters = 0;
  }

  #forget(key: string): void {
    const text = this.#texts.get(key);
    if (text === undefined) return;
    this.#texts.delete(key);
    this.#characters -= key.length + text.length;
  }
}
