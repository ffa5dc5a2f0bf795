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
  const file = join(root, 'src/i18n/en.ts');
  return nodesOf(wordsIn(parseSync(file, readFileSync(file, 'utf8')).program)).map(([way]) => way);
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
      const words = order.map((way) => {
        const node = nodes.get(way) ?? this.error(`no words for ${way} in ${id}`);
        return code.slice(node.start, node.end);
      });
      const short = `${code.slice(0, catalog.start)}inOrder([${words.join()}])${code.slice(catalog.end)}`;
      return { code: `import { inOrder } from './in-order.js';\n${short}`, map: null };
    },
  };
}
