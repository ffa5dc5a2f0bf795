import type { ReactiveController, ReactiveControllerHost } from 'lit';

const SHOWN_MS = 4000;

/**
 * `blocked`: the browser refuses to write, so the text is selected for the payer. `changed`: another text was read back,
 * as when malware on the device replaces addresses.
 */
export type CopyState = 'idle' | 'copied' | 'blocked' | 'changed';

/** Writes text to the clipboard and confirms it for a few seconds. */
export class ClipboardController implements ReactiveController {
  state: CopyState = 'idle';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly onChange: (state: CopyState) => void,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.state = 'idle';
  }

  async copy(text: string): Promise<void> {
    try {
      // Throws outside secure contexts and without permission.
      await navigator.clipboard.writeText(text);
      this.show((await isUnchanged(text)) ? 'copied' : 'changed');
    } catch {
      this.show('blocked');
    }
  }

  show(state: CopyState): void {
    clearTimeout(this.#timer);
    this.state = state;
    this.host.requestUpdate();
    this.onChange(state);
    if (state === 'copied') this.#timer = setTimeout(() => this.show('idle'), SHOWN_MS);
  }
}

/** Reads back only with a permission that exists: a prompt would alarm the payer. */
async function isUnchanged(text: string): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'clipboard-read' });
    if (state !== 'granted') return true;
    return (await navigator.clipboard.readText()).replaceAll('\r\n', '\n') === text;
  } catch {
    // Some browsers do not know this permission, and a page without focus may not read.
    return true;
  }
}

declare global {
  interface Permissions {
    query(descriptor: { readonly name: 'clipboard-read' }): Promise<PermissionStatus>;
  }
}
