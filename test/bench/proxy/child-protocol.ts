type Answering = (question: never) => unknown;

/** The other side of `Child`: settings from the command line, then one reply for each message. */
export function settingsOf<T>(): T {
  return JSON.parse(process.argv[2] ?? '{}');
}

/** @param answers by the `kind` of the message */
export function answerParent(first: unknown, answers: Readonly<Record<string, Answering>>): void {
  const all: Readonly<Record<string, Answering>> = { used, held, ...answers };
  process.on('message', (question: { readonly kind: string }) => {
    void Promise.resolve(all[question.kind]?.(question as never)).then((answer) =>
      process.send?.(answer ?? {}),
    );
  });
  process.once('disconnect', () => process.exit());
  process.send?.(first);
}

function used() {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1000 };
}

function held() {
  globalThis.gc?.();
  return { rssBytes: process.memoryUsage().rss };
}
