// A plugin of the build: a language travels without the keys of its messages, which the English catalog has.
import type { ESTree, Plugin } from 'vite';
import { en } from '../../src/i18n/en.js';

const CATALOG = /\/src\/i18n\/(?!en\.)[a-z]{2}(?:-[A-Z][a-z]{3})?\.ts$/;

/** The paths of all messages, in the order of the English catalog: `problem.link.title`. */
function pathsOf(group: object, before = ''): readonly string[] {
  return Object.entries(group).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? pathsOf(value, `${before}${key}.`) : [`${before}${key}`],
  );
}

/** The one object of messages that the module of a catalog exports. */
function catalogIn({ body }: ESTree.Program): ESTree.ObjectExpression {
  for (const statement of body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
    const value = declaration?.type === 'VariableDeclaration' ? declaration.declarations[0]?.init : null;
    if (value?.type === 'ObjectExpression') return value;
  }
  throw new Error('The catalog exports no object. Export one object of messages.');
}

/** The nodes of the messages, by their paths. */
function nodesOf(
  { properties }: ESTree.ObjectExpression,
  before = '',
): readonly (readonly [string, ESTree.Expression])[] {
  return properties.flatMap((property) => {
    if (property.type !== 'Property') throw new Error('A catalog spreads an object. Write its messages out.');
    const { key, value } = property;
    const path = `${before}${key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : ''}`;
    return value.type === 'ObjectExpression' ? nodesOf(value, `${path}.`) : [[path, value] as const];
  });
}

/** `(a, b) => `${a} of ${b}`` as `$0 of $1`; `null` for what is not a text with places in it. */
function textOf(node: ESTree.Expression): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? null;
  if (node.type !== 'ArrowFunctionExpression' || node.body.type === 'BlockStatement') return null;
  const { params, body } = node;
  const expression = body as ESTree.Expression;
  if (expression.type !== 'TemplateLiteral') return textOf(expression);
  const places = expression.expressions.map((value) =>
    params.findIndex(
      (param) => param.type === 'Identifier' && value.type === 'Identifier' && param.name === value.name,
    ),
  );
  if (places.includes(-1)) return null;
  return expression.quasis
    .map(({ value }, index) => value.cooked + (index in places ? `$${places[index]}` : ''))
    .join('');
}

export function minifyCatalogs(): Plugin {
  const paths = pathsOf(en);
  return {
    name: 'minify-catalogs',
    enforce: 'post',
    transform(code, id) {
      if (!CATALOG.test(id)) return null;
      const catalog = catalogIn(this.parse(code));
      const nodes = new Map(nodesOf(catalog));
      const functions: string[] = [];
      const texts = paths.map((path) => {
        const node = nodes.get(path) ?? this.error(`${id} has no message for ${path}. Translate it.`);
        const text = textOf(node);
        if (text === '' || /\n|\$\D/.test(text?.replace(/\$\d/g, '') ?? ''))
          this.error(`${path} in ${id} is empty or holds a line break or a dollar sign. Write it without.`);
        if (text === null) functions.push(code.slice(node.start, node.end));
        return text ?? '';
      });
      const packed = `${JSON.stringify(texts.join('\n'))},[${functions.join()}]`;
      const short = `${code.slice(0, catalog.start)}expandCatalog(${packed})${code.slice(catalog.end)}`;
      return { code: `import { expandCatalog } from './positional-catalog.js';\n${short}`, map: null };
    },
  };
}
