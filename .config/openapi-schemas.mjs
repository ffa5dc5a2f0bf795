// JSON Schema (2020-12) of TypeScript's own types, so that no second description of them can differ. Of the comments,
// the words become descriptions, and @format, @pattern and `@asType integer` what they say.
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root } from './bootstrap.mjs';

function programOf(files) {
  const path = join(root, 'tsconfig.json');
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files }, ts.sys, dirname(path));
  return ts.createProgram(
    files.map((file) => join(root, file)),
    { ...options, types: [] },
  );
}

/** A list keeps its lines. */
const flowing = (text) => text.trim().replaceAll(/(?<!\n)\n(?![\n-])/g, ' ');

/** What the comment before a type or a field says. */
function commentOf(symbol, checker) {
  const description = flowing(ts.displayPartsToString(symbol.getDocumentationComment(checker)));
  const tags = Object.fromEntries(
    symbol.getJsDocTags(checker).map(({ name, text }) => [name, ts.displayPartsToString(text)]),
  );
  return {
    ...(description && { description }),
    ...(tags.format && { format: tags.format }),
    ...(tags.pattern && { pattern: tags.pattern }),
    ...(tags.asType && { type: tags.asType }),
  };
}

class Schemas {
  #components = new Map();

  constructor(checker, names) {
    this.checker = checker;
    this.names = names;
  }

  /** By name, with all that they refer to. */
  get components() {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => a.localeCompare(b)));
  }

  /** A reference where the type has a name that may be told; else what it is. */
  of(type, declaration) {
    // TypeScript forgets what `keyof` and its like were called: the place where the type stands has it.
    const node = declaration?.type;
    const written = node && ts.isTypeReferenceNode(node) && this.checker.getSymbolAtLocation(node.typeName);
    const symbol = written || type.symbol;
    return this.names.has(symbol?.name) ? this.named(symbol, type) : this.#inline(type);
  }

  named(symbol, type) {
    const { name } = symbol;
    if (!this.#components.has(name)) {
      // Set first, for types that refer to themselves.
      this.#components.set(name, {});
      const target = symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
      this.#components.set(name, { ...this.#inline(type), ...commentOf(target, this.checker) });
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #inline(type) {
    if (type.isUnion()) return this.#union(type);
    if (type.isStringLiteral()) return { type: 'string', const: type.value };
    if (type.flags & ts.TypeFlags.String) return { type: 'string' };
    if (type.flags & ts.TypeFlags.Number) return { type: 'number' };
    if (this.checker.isArrayType(type))
      return { type: 'array', items: this.of(this.checker.getTypeArguments(type)[0]) };
    if (type.flags & ts.TypeFlags.Object) return this.#object(type);
    throw new Error(`no schema is known for ${this.checker.typeToString(type)}`);
  }

  #union(type) {
    const members = type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    const others = members.filter(({ flags }) => !(flags & ts.TypeFlags.Null));
    const schema = this.#choice(type, others);
    if (others.length === members.length) return schema;
    if (schema.$ref) return { anyOf: [schema, { type: 'null' }] };
    return { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) };
  }

  #choice(type, members) {
    if (members.length === 1) return this.of(members[0]);
    if (members.every(({ flags }) => flags & ts.TypeFlags.BooleanLiteral)) return { type: 'boolean' };
    if (members.every((member) => member.isStringLiteral()))
      return { type: 'string', enum: members.map(({ value }) => value) };
    throw new Error(`no schema is known for ${this.checker.typeToString(type)}`);
  }

  #object(type) {
    const properties = {};
    const required = [];
    for (const symbol of this.checker.getPropertiesOfType(type)) {
      const schema = this.of(this.checker.getTypeOfSymbol(symbol), symbol.valueDeclaration);
      const comment = commentOf(symbol, this.checker);
      properties[symbol.name] = withComment(schema, comment);
      if (!(symbol.flags & ts.SymbolFlags.Optional)) required.push(symbol.name);
    }
    return { type: 'object', properties, ...(required.length > 0 && { required }) };
  }
}

/** `null` stays possible where a field's comment says what else it is. */
function withComment(schema, { type, ...comment }) {
  const narrowed = type && Array.isArray(schema.type) ? [type, 'null'] : type;
  return { ...schema, ...(narrowed && { type: narrowed }), ...comment };
}

/**
 * The schemas of exported types, and of those that they refer to: by name, as OpenAPI's `components` have them.
 * @param {readonly string[]} files modules from the project's root
 * @param {readonly string[]} wanted names of types
 */
export function schemasOf(files, wanted) {
  const program = programOf(files);
  const checker = program.getTypeChecker();
  const exported = new Map(
    files.flatMap((file) => {
      const symbol = checker.getSymbolAtLocation(program.getSourceFile(join(root, file)));
      return checker.getExportsOfModule(symbol).map((one) => [one.name, one]);
    }),
  );
  const schemas = new Schemas(checker, new Set([...exported.keys(), 'CurrencyCode']));
  for (const name of wanted) {
    const symbol = exported.get(name);
    if (!symbol) throw new Error(`no exported type is called ${name}`);
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    schemas.named(target, checker.getDeclaredTypeOfSymbol(target));
  }
  return schemas.components;
}
