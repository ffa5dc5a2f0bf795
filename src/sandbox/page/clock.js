// Moves the clock. Unlike other buttons, a quick second press moves it again.

import { byId } from './dom.js';
import { call } from './polling.js';
import { onPress } from './buttons.js';

const section = byId('clock');
const works = {
  advance: async (button) => {
    await call('POST', 'clock', { advance: Number(button.dataset.seconds) });
    return 'The clock moved by ' + button.textContent.slice(1) + '.';
  },
};
onPress(section, works, () => section, 0);
