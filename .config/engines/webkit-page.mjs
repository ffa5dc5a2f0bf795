// What the test runner's commands want of a page, for WebKitGTK: the same face that puppeteer's page has.

/** WebDriver's names of keys (W3C WebDriver 17.4.2). */
const KEYS = {
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

/** @param driver a WebKitDriver whose current frame is the tests' page */
export function pageOf(driver, resize) {
  const perform = (type, id, actions) =>
    driver.command('POST', '/actions', {
      actions: [
        { type, id, ...(type === 'pointer' ? { parameters: { pointerType: 'mouse' } } : {}), actions },
      ],
    });
  const keys = (...actions) =>
    perform(
      'key',
      'keyboard',
      actions.map(([type, key]) => ({ type, value: KEYS[key] ?? key })),
    );
  const mouse = (...actions) => perform('pointer', 'mouse', actions);
  const move = (x, y) => ({ type: 'pointerMove', duration: 0, x, y });
  const button = (type, name = 'left') => ({ type, button: BUTTONS[name] });
  return {
    setViewport: resize,
    keyboard: {
      type: (text) =>
        keys(
          ...[...text].flatMap((key) => [
            ['keyDown', key],
            ['keyUp', key],
          ]),
        ),
      press: (key) => keys(['keyDown', key], ['keyUp', key]),
      down: (key) => keys(['keyDown', key]),
      up: (key) => keys(['keyUp', key]),
    },
    mouse: {
      move: (x, y) => mouse(move(x, y)),
      click: (x, y, { button: name } = {}) =>
        mouse(move(x, y), button('pointerDown', name), button('pointerUp', name)),
      down: ({ button: name } = {}) => mouse(button('pointerDown', name)),
      up: ({ button: name } = {}) => mouse(button('pointerUp', name)),
      reset: () => driver.command('DELETE', '/actions'),
    },
  };
}
