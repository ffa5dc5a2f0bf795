// A plugin of the build: qrcode as ES modules. A bundler keeps CommonJS as it is, with every name and what nobody calls.
import { readFileSync } from 'node:fs';

const MODULE = /\/node_modules\/(?:qrcode\/lib\/core|dijkstrajs)\/[\w-]+\.js$/;
/** These export one thing, the others several. */
const OF_ONE = /-data$|bit-|-encoder$|^dijkstrajs$/;

export function asEsModule(commonJs) {
  return commonJs
    .replace(/^const (\w+) = require\('([^']+)'\)\.(\w+)$/gm, "import { $3 as $1 } from '$2'")
    .replace(/^const (\w+) = require\('([^']+)'\)$/gm, (_line, name, from) =>
      OF_ONE.test(from) ? `import ${name} from '${from}'` : `import * as ${name} from '${from}'`,
    )
    .replace(/^exports\.(\w+) = function(?: \1)? ?\(/gm, 'export function $1 (')
    .replace(/^exports\.(\w+) = /gm, 'export const $1 = ')
    .replace(/^(?:if \(typeof module.*\n\s*)?module\.exports = (\w+);?(?:\n\})?/gm, 'export default $1')
    .replace(/\bexports\.(\w+)/g, '$1');
}

export function shortQrcode() {
  return {
    name: 'short-qrcode',
    load(id) {
      if (!MODULE.test(id)) return null;
      const code = asEsModule(readFileSync(id, 'utf8'));
      if (/\b(?:require|module)\b\s*[(.]/.test(code))
        this.error(`${id} is written in another way than expected`);
      // The front door is imported as a whole.
      return id.endsWith('/qrcode.js') ? `${code}\nexport default { create }` : code;
    },
  };
}
