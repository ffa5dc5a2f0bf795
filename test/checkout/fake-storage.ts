import type { ClaimKeyStorage } from '../../src/checkout/claim-keys.js';

/** The storage of a browser that opens a page for the first time. */
export class FakeStorage implements ClaimKeyStorage {
  readonly #texts = new Map<string, string>();
  get length(): number {
    return this.#texts.size;
  }
  key = (index: number) => [...this.#texts.keys()][index] ?? null;
  getItem = (name: string) => this.#texts.get(name) ?? null;
  setItem = (name: string, text: string) => void this.#texts.set(name, text);
  removeItem = (name: string) => void this.#texts.delete(name);
  get names(): readonly string[] {
    return [...this.#texts.keys()];
  }
}
