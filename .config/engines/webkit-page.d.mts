import type { WebKitDriver } from './webkit-driver.mjs';

export interface WebKitPage {
  readonly keyboard: Readonly<Record<'type' | 'press' | 'down' | 'up', (key: string) => Promise<unknown>>>;
  readonly mouse: {
    readonly click: (x: number, y: number) => Promise<unknown>;
  };
}

export function pageOf(
  driver: WebKitDriver,
  resize: (size: { readonly width: number; readonly height: number }) => Promise<void>,
): WebKitPage;
