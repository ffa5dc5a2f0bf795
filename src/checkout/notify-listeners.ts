/** Calls every listener. One that throws stops neither the others nor the caller. */
export function notifyListeners(listeners: Iterable<() => void>): void {
  for (const listener of [...listeners]) {
    try {
      listener();
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}
