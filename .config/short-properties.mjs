// A plugin of the build: `@property(…)` as the call that lit's decorator makes of it (`ReactiveElement.createProperty`),
// without the decorators and their helper.

const MODULES = /^lit\/decorators\.js$|helpers\/decorate(?:\.js)?$/;

/** What `@property` and `@state` of lit hand on. */
const OPTIONS = {
  property: (text) => text,
  state: (text) =>
    text ? `{ ...${text}, state: true, attribute: false }` : '{ state: true, attribute: false }',
};

/** `__decorate([property(options)], Element.prototype, 'name', void 0)` as a statement, else `null`. */
function decorationIn({ type, expression }, helper) {
  if (type !== 'ExpressionStatement' || expression.type !== 'CallExpression') return null;
  if (expression.callee.name !== helper) return null;
  const [{ elements }, prototype, name, descriptor] = expression.arguments;
  const [call, other] = elements;
  if (other || descriptor?.type !== 'UnaryExpression' || !OPTIONS[call.callee?.name]) return null;
  return { call, element: prototype.object.name, name: name.value };
}

export function shortProperties() {
  return {
    name: 'short-properties',
    enforce: 'post',
    transform(code, id) {
      if (!/\/src\/.*\.ts$/.test(id) || !code.includes('lit/decorators.js')) return null;
      const { body } = this.parse(code);
      const imports = body.filter(
        ({ type, source }) => type === 'ImportDeclaration' && MODULES.test(source.value),
      );
      const helper = imports.find(({ source }) => /decorate$|decorate\.js$/.test(source.value));
      const pieces = imports.map(({ start, end }) => [start, end, '']);
      for (const statement of body) {
        const found = decorationIn(statement, helper?.specifiers[0]?.local.name);
        if (!found) continue;
        const [given] = found.call.arguments;
        const options = OPTIONS[found.call.callee.name](given ? code.slice(given.start, given.end) : '');
        const end = options && `, ${options}`;
        pieces.push([
          statement.start,
          statement.end,
          `${found.element}.createProperty('${found.name}'${end});`,
        ]);
      }
      let short = code;
      for (const [start, end, text] of pieces.sort(([a], [b]) => b - a))
        short = short.slice(0, start) + text + short.slice(end);
      if (/\b(?:__|_)?decorate\w*\(/.test(short)) this.error(`${id} has a decorator of another kind`);
      return { code: short, map: null };
    },
  };
}
