// The interface that the test runner's commands need of a page, for WebKitGTK: the same as that of puppeteer's page.

import type { WebKitDriver } from './webkit-driver.js';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type WebKitPage = ReturnType<typeof pageOf>;

/** WebDriver's names of keys (W3C WebDriver 17.4.2). */
const KEYS: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
};

const BUTTONS = { left: 0, middle: 1, right: 2 };
type Button = keyof typeof BUTTONS;

interface ButtonOptions {
  readonly button?: Button;
}

/** @param driver a WebKitDriver whose current frame is the tests' page */
export function pageOf(driver: WebKitDriver, resize: (size: Size) => Promise<void>) {
  const perform = (type: string, id: string, actions: readonly object[]) =>
    driver.command('POST', '/actions', {
      actions: [
        { type, id, ...(type === 'pointer' ? { parameters: { pointerType: 'mouse' } } : {}), actions },
      ],
    });
  const keys = (...actions: readonly (readonly [type: string, key: string])[]) =>
    perform(
      'key',
      'keyboard',
      actions.map(([type, key]) => ({ type, value: KEYS[key] ?? key })),
    );
  const mouse = (...actions: readonly object[]) => perform('pointer', 'mouse', actions);
  const move = (x: number, y: number) => ({ type: 'pointerMove', duration: 0, x, y });
  const button = (type: string, name: Button = 'left') => ({ type, button: BUTTONS[name] });
  return {
    setViewport: resize,
    keyboard: {
      type: (text: string) =>
        keys(...[...text].flatMap((key) => [['keyDown', key] as const, ['keyUp', key] as const])),
      press: (key: string) => keys(['keyDown', key], ['keyUp', key]),
      down: (key: string) => keys(['keyDown', key]),
      up: (key: string) => keys(['keyUp', key]),
    },
    mouse: {
      move: (x: number, y: number) => mouse(move(x, y)),
      click: (x: number, y: number, { button: name }: ButtonOptions = {}) =>
        mouse(move(x, y), button('pointerDown', name), button('pointerUp', name)),
      down: ({ button: name }: ButtonOptions = {}) => mouse(button('pointerDown', name)),
      up: ({ button: name }: ButtonOptions = {}) => mouse(button('pointerUp', name)),
      reset: () => driver.command('DELETE', '/actions'),
    },
  };
}
