// A plugin of the build: the single file loads nothing lazily. A bundler that includes lazy modules in a file keeps each
// in a function of its own, which costs more than the modules are worth.
import { type Plugin, Visitor } from 'vite';

export function inlineDynamicImports(): Plugin {
  return {
    name: 'inline-dynamic-imports',
    enforce: 'post',
    transform(code, id) {
      if (!/\/src\/.*\.ts$/.test(id) || !code.includes('import(')) return null;
      const found: { readonly start: number; readonly end: number; readonly from: string }[] = [];
      new Visitor({
        ImportExpression({ start, end, source }) {
          if (source.type === 'Literal' && typeof source.value === 'string')
            found.push({ start, end, from: source.value });
        },
      }).visit(this.parse(code));
      const head: string[] = [];
      let whole = code;
      for (const { start, end, from } of found.sort((a, b) => b.start - a.start)) {
        const name = `later${head.length}`;
        head.push(`import * as ${name} from ${JSON.stringify(from)};\n`);
        whole = `${whole.slice(0, start)}Promise.resolve(${name})${whole.slice(end)}`;
      }
      return { code: head.join('') + whole, map: null };
    },
  };
}
