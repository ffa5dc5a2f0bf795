import type { ReactiveController, ReactiveControllerHost } from 'lit';

const SHOWN_MS = 4000;

/**
 * `blocked`: the browser does not let us write, so the text has to be selected for the payer. `changed`: something
 * else than the text was read back, as when a program on the device exchanges addresses.
 */
export type CopyState = 'idle' | 'copied' | 'blocked' | 'changed';

/** Writes text to the clipboard and tells for a few seconds that it did. */
export class ClipboardController implements ReactiveController {
  state: CopyState = 'idle';
  readonly #host: ReactiveControllerHost;
  readonly #onChange: (state: CopyState) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, onChange: (state: CopyState) => void) {
    this.#host = host;
    this.#onChange = onChange;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.state = 'idle';
  }

  async copy(text: string): Promise<void> {
    try {
      // Missing outside secure contexts, refused without a permission: both throw.
      await navigator.clipboard.writeText(text);
      this.show((await isUnchanged(text)) ? 'copied' : 'changed');
    } catch {
      this.show('blocked');
    }
  }

  show(state: CopyState): void {
    clearTimeout(this.#timer);
    this.state = state;
    this.#host.requestUpdate();
    this.#onChange(state);
    if (state === 'copied') this.#timer = setTimeout(() => this.show('idle'), SHOWN_MS);
  }
}

/** Looks only where reading is allowed already: asking for it would frighten a payer. */
async function isUnchanged(text: string): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'clipboard-read' });
    if (state !== 'granted') return true;
    return (await navigator.clipboard.readText()).replaceAll('\r\n', '\n') === text;
  } catch {
    // Not every browser knows this permission, and a page without the focus may not read.
    return true;
  }
}

declare global {
  interface Permissions {
    query(descriptor: { readonly name: 'clipboard-read' }): Promise<PermissionStatus>;
  }
}
