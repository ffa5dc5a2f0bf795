// A plugin of the build: what is written over several lines for people travels without them, and the private properties
// of styles/tokens.ts without their names.
import { readFileSync } from 'node:fs';

/** `--_surface` → `--_a`, in the order of their first mention. */
const tokens = readFileSync(new URL('../src/styles/tokens.ts', import.meta.url), 'utf8');
const NAMES = [...new Set(tokens.match(/--_[a-z][\w-]*/g))];
const shortName = (name) => {
  const index = NAMES.indexOf(name);
  return index < 0 ? name : `--_${index.toString(36)}`;
};

const SHORTER = {
  css: (text) =>
    text
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?([{};,>]) ?/g, '$1')
      .replace(/: /g, ':')
      .replace(/--_[a-z][\w-]*/g, shortName)
      .replace(/;\}/g, '}'),
  // Of several spaces a browser shows one.
  html: (text) => text.replace(/\s+/g, ' '),
  svg: (text) => text.replace(/\s+/g, ' '),
};

/** Every static piece of a tagged template below this node: `[start, end, shorter text]`. */
function piecesOf(node, found = []) {
  if (Array.isArray(node)) for (const child of node) piecesOf(child, found);
  else if (node && typeof node === 'object') {
    const shorter = node.type === 'TaggedTemplateExpression' && SHORTER[node.tag.name];
    if (shorter)
      for (const { start, end, value } of node.quasi.quasis) found.push([start, end, shorter(value.raw)]);
    for (const child of Object.values(node)) piecesOf(child, found);
  }
  return found;
}

export function shortTemplates() {
  return {
    name: 'short-templates',
    enforce: 'post',
    transform(code, id) {
      if (!/\/src\/.*\.ts$/.test(id) || !/\b(?:css|html|svg)`/.test(code)) return null;
      const pieces = piecesOf(this.parse(code)).sort(([a], [b]) => b - a);
      let short = code;
      for (const [start, end, text] of pieces) short = short.slice(0, start) + text + short.slice(end);
      return { code: short, map: null };
    },
  };
}
