/**
 * Time after which people read English instead of waiting; their language follows when it has loaded. A page that a server
 * renders cannot change later, so a server waits.
 */
const WAIT_MS = 2000;

/** The pause before failed catalogs are requested again. It doubles with each failure, up to the maximum. */
const RETRY_MS = 5000;
const MAX_RETRY_MS = 600_000;

/** Messages of a language; English unless they are `ready`. */
export interface Loaded<T> {
  readonly m: T;
  /** `loading`: for at most two seconds. `absent`: late, or failed to load. */
  readonly state: 'ready' | 'loading' | 'absent';
}

const listeners = new Set<() => void>();
/** Forgets a failure, so that the next reader requests the catalog again. */
const failures = new Set<() => void>();
let retryMs = RETRY_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Calls back when messages have loaded, are late or absent, or were overridden. @returns a function that stops it */
export function onMessagesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notifyMessagesChange(): void {
  for (const listener of [...listeners]) listener();
}

/** Retries catalogs that failed to load, possibly offline. Firefox keeps a failed module until the page is loaded again. */
export function retryFailedLoads(): void {
  clearTimeout(timer);
  timer = undefined;
  if (failures.size === 0) return;
  for (const forget of failures) forget();
  failures.clear();
  // Not while an element renders another one, which retries when it is connected.
  queueMicrotask(notifyMessagesChange);
}

/** Loads the catalogs of one subject, each when it is first needed. */
export class CatalogLoader<T extends object> {
  readonly #catalogs = new Map<string, T | 'loading' | 'late' | 'absent'>();

  /** @param request requests the catalog of a language; `undefined` if there is none, as for English */
  constructor(
    private readonly english: T,
    private readonly request: (language: string) => Promise<T> | undefined,
  ) {}

  /** Returns the messages of a language, and starts loading them if necessary. */
  get(language: string): Loaded<T> {
    const found = this.#catalogs.get(language) ?? this.#start(language);
    if (typeof found === 'object') return { m: found, state: 'ready' };
    return { m: this.english, state: found === 'loading' ? found : 'absent' };
  }

  /** Returns the messages of a language once they have loaded; English if they are late or absent. */
  async load(language: string): Promise<T> {
    while (this.get(language).state === 'loading') {
      await new Promise<void>((resolve) => {
        const stop = onMessagesChange(() => {
          stop();
          resolve();
        });
      });
    }
    return this.get(language).m;
  }

  #start(language: string): T | 'loading' {
    const request = this.request(language);
    if (!request) return this.english;
    const turn = (next: T | 'late' | 'absent') => {
      this.#catalogs.set(language, next);
      notifyMessagesChange();
    };
    const late = 'document' in globalThis ? setTimeout(() => turn('late'), WAIT_MS) : undefined;
    this.#catalogs.set(language, 'loading');
    request
      .then(
        (catalog) => {
          retryMs = RETRY_MS;
          turn(catalog);
        },
        () => {
          failures.add(() => this.#catalogs.delete(language));
          retryLater(language);
          turn('absent');
        },
      )
      .finally(() => clearTimeout(late));
    return 'loading';
  }
}

let hasWarned = false;

function retryLater(language: string): void {
  if (!hasWarned)
    // eslint-disable-next-line no-console -- a server loads catalogs as well, and has no element to name
    console.warn(
      `The messages for "${language}" could not be loaded. English replaces them until a retry succeeds. Check that every file of this release is deployed.`,
    );
  hasWarned = true;
  if (timer !== undefined) return;
  timer = setTimeout(retryFailedLoads, retryMs);
  // Keeps no server running.
  if (typeof timer === 'object') timer.unref();
  retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
}
