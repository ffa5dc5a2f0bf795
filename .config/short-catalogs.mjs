// A plugin of the build: a language travels without the names of its words, which stand in the English catalog.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { root } from './bootstrap.mjs';

const CATALOG = /\/src\/i18n\/(?!en\.)[a-z]{2}(?:-[A-Z][a-z]{3})?\.ts$/;

/** The one object of words that a catalog's module exports. */
function wordsIn(program) {
  for (const { declaration } of program.body) {
    const value = declaration?.declarations?.[0]?.init;
    if (value?.type === 'ObjectExpression') return value;
  }
  throw new Error('a catalog exports one object of words');
}

/** The nodes of the words, by their way: `problem.link.title`. */
function nodesOf({ properties }, path = '') {
  return properties.flatMap(({ key, value }) => {
    const way = `${path}${key.name ?? key.value}`;
    return value.type === 'ObjectExpression' ? nodesOf(value, `${way}.`) : [[way, value]];
  });
}

function englishOrder() {
  return ['card', 'payment', 'outcomes', 'problems', 'deposit', 'badge'].flatMap((name) => {
    const file = join(root, 'src/i18n/en', `${name}.ts`);
    return nodesOf(wordsIn(parseSync(file, readFileSync(file, 'utf8')).program)).map(([way]) => way);
  });
}

/** `(a, b) => `${a} of ${b}`` as `$0 of $1`; `null` for what is no text with places in it. */
function textOf(node, code) {
  if (node.type === 'Literal') return node.value;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked;
  if (node.type !== 'ArrowFunctionExpression') return null;
  const { params, body } = node;
  if (body.type !== 'TemplateLiteral') return textOf(body, code);
  const places = body.expressions.map(({ name }) => params.findIndex((param) => param.name === name));
  if (places.includes(-1)) return null;
  return body.quasis
    .map(({ value }, index) => value.cooked + (index in places ? `$${places[index]}` : ''))
    .join('');
}

export function shortCatalogs() {
  const order = englishOrder();
  return {
    name: 'short-catalogs',
    enforce: 'post',
    transform(code, id) {
      if (!CATALOG.test(id)) return null;
      const catalog = wordsIn(this.parse(code));
      const nodes = new Map(nodesOf(catalog));
      const told = [];
      const texts = order.map((way) => {
        const node = nodes.get(way) ?? this.error(`no words for ${way} in ${id}`);
        const text = textOf(node, code);
        if (text === '' || /\n|\$\D/.test(text?.replace(/\$\d/g, '') ?? ''))
          this.error(`${way} in ${id} is not written as other words`);
        if (text === null) told.push(code.slice(node.start, node.end));
        return text ?? '';
      });
      const packed = `${JSON.stringify(texts.join('\n'))},[${told.join()}]`;
      const short = `${code.slice(0, catalog.start)}expandCatalog(${packed})${code.slice(catalog.end)}`;
      return { code: `import { expandCatalog } from './positional-catalog.js';\n${short}`, map: null };
    },
  };
}
