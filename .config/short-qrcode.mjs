// A plugin of the build: qrcode as ES modules, without what no code of ours can need. A bundler keeps CommonJS as it is,
// with every name and what nobody calls.
import { readFileSync } from 'node:fs';

const MODULE = /\/node_modules\/(?:qrcode\/lib\/core|dijkstrajs)\/([\w-]+)\.js$/;
/** These export one thing, the others several. */
const OF_ONE = /-data$|bit-|-encoder$|^dijkstrajs$/;

/** Of four error correction levels, L M Q H, only those in the middle are asked for. */
const middleColumns = (_table, numbers) =>
  `[${numbers
    .match(/\d+(?=,|\s*$)/g)
    .filter((_number, index) => index % 4 === 1 || index % 4 === 2)
    .join()}]`;
const ROW = /switch \(errorCorrectionLevel\) \{\s+case ECLevel\.L:\s+return (\w+)\[[\s\S]*?\n {2}\}/g;

/** A check of what no code but the library's own hands over. */
const CHECK = /\n *if \([^\n]*\) (?:\{\s+)?throw new Error\([^\n]*\)(?:\s+\})?/g;

/** What goes, by module: without the conversion to Shift JIS there are no kanji, and every text comes by itself. */
const SHORTER = {
  'qrcode': [
    [/\n {4}if \(options\.toSJISFunc\) \{[\s\S]*?\n {4}\}/, ''],
    [/if \(Array\.isArray\(data\)\) \{[\s\S]*?\} else if \(typeof data === 'string'\) \{/, '{'],
    [/ else \{\s+throw new Error\('Invalid data'\)\s+\}/, ''],
    [/'\\n' \+\s+'The chosen[\s\S]*?(?=\n {4}\))/, "'too long'"],
    [/ECLevel\.from\((options\.errorCorrectionLevel), ECLevel\.M\)/, "$1 === 'Q' ? ECLevel.Q : ECLevel.M"],
  ],
  'segments': [
    [/Utils\.isKanjiModeEnabled\(\)/g, 'false'],
    [/case Mode\.KANJI:[\s\S]*?(?=case Mode|\n {2}\})/g, ''],
    [/let mode\n[\s\S]*?(?=switch)/, 'const mode = modesHint\n'],
  ],
  'utils': [[CHECK, '']],
  'bit-matrix': [[CHECK, '']],
  'mode': [[CHECK, '']],
  'reed-solomon-encoder': [[CHECK, '']],
  'version': [
    [CHECK, ''],
    [/ECLevel\.from\(errorCorrectionLevel, ECLevel\.M\)/, 'errorCorrectionLevel'],
    [/case Mode\.KANJI:[\s\S]*?(?=case Mode)/, ''],
  ],
  'regex': [
    [/let kanji[\s\S]*?(?=exports\.BYTE_KANJI)/, ''],
    [/exports\.BYTE = .*/, ''],
    [/const TEST_KANJI[\s\S]*/, ''],
  ],
  'error-correction-code': [
    [/\[\n\/\/ L {2}M {2}Q {2}H\n([\s\d,]+)\]/g, middleColumns],
    [ROW, 'return $1[version * 2 - 2 + (errorCorrectionLevel === ECLevel.Q)]'],
  ],
};

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
      const name = MODULE.exec(id)?.[1];
      if (!name) return null;
      const other = () => this.error(`${id} is written in another way than expected`);
      let text = readFileSync(id, 'utf8').replaceAll('\r', '');
      for (const [from, to] of SHORTER[name] ?? []) {
        const shorter = text.replace(from, to);
        if (shorter === text) other();
        text = shorter;
      }
      const code = asEsModule(text);
      if (/\b(?:require|module)\b\s*[(.]/.test(code)) other();
      // The front door is imported as a whole.
      const whole = name === 'qrcode' ? `${code}\nexport default { create }` : code;
      return { code: whole, moduleSideEffects: false };
    },
  };
}
