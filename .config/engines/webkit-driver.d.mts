export function findMiniBrowser(): string | undefined;

export class WebKitDriver {
  static start(): Promise<WebKitDriver>;
  readonly version: string;
  /** A command of the session, by its path in the W3C recommendation; the answer is its `value`. */
  command(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown>;
  open(url: string): Promise<unknown>;
  /** Runs the body of a function in the page; a promise is waited for. */
  execute(script: string, ...args: readonly unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}
