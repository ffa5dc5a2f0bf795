import core from 'qrcode/lib/core/qrcode.js';
import renderer from 'qrcode/lib/renderer/utf8.js';
import type { Terminal } from './terminal.js';

const BLACK_ON_WHITE = '\u001b[30;107m';
const RESET = '\u001b[0m';

/** Returns a QR code as lines of text, dark on white where the terminal has colors. */
export function qrText(text: string, { hasColors }: Pick<Terminal, 'hasColors'>): string {
  const lines = renderer.render(core.create(text, { errorCorrectionLevel: 'L' }), { margin: 2 }).split('\n');
  return lines.map((line) => `${hasColors ? BLACK_ON_WHITE + line + RESET : line}\n`).join('');
}
