/** Moving the clock. A quick second press moves it again: that is what quick presses are for here. */
export const CLOCK_JS = String.raw`
import { byId } from './dom.js';
import { call } from './live.js';
import { onPress } from './press.js';

const section = byId('clock');
const works = {
  advance: async (button) => {
    await call('POST', 'clock', { advance: Number(button.dataset.seconds) });
    return 'The clock moved by ' + button.textContent.slice(1) + '.';
  },
};
onPress(section, works, () => section, 0);
`;
