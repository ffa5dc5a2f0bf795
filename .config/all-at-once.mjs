// A plugin of the build: in the one file nothing comes later. A bundler that takes later modules into a file keeps each
// in a function of its own, which costs more than the modules are worth.

/** Every `import('…')` below this node. */
function importsIn(node, found = []) {
  if (Array.isArray(node)) for (const child of node) importsIn(child, found);
  else if (node && typeof node === 'object') {
    if (node.type === 'ImportExpression' && typeof node.source.value === 'string') found.push(node);
    for (const child of Object.values(node)) importsIn(child, found);
  }
  return found;
}

export function allAtOnce() {
  return {
    name: 'all-at-once',
    enforce: 'post',
    transform(code, id) {
      if (!/\/src\/.*\.ts$/.test(id) || !code.includes('import(')) return null;
      const head = [];
      let whole = code;
      for (const { start, end, source } of importsIn(this.parse(code)).toReversed()) {
        const name = `later${head.length}`;
        head.push(`import * as ${name} from ${JSON.stringify(source.value)};\n`);
        whole = `${whole.slice(0, start)}Promise.resolve(${name})${whole.slice(end)}`;
      }
      return { code: head.join('') + whole, map: null };
    },
  };
}
