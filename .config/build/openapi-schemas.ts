// JSON Schema (2020-12) of TypeScript's own types, so that no second description of them can differ. Of the comments,
// the text becomes descriptions, and @format, @pattern, @deprecated and `@asType integer` become keywords.
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../bootstrap.mjs';
import { programOf } from './source-program.js';

/** The parts of a schema that the types of the proxy need. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: string;
  readonly enum?: readonly (string | null)[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly deprecated?: boolean;
}

/** A list keeps its lines. */
const flowing = (text: string) => text.trim().replaceAll(/(?<!\n)\n(?![\n-])/g, ' ');

type Comment = Pick<Schema, 'description' | 'format' | 'pattern' | 'deprecated'> & { readonly type?: string };

/** The comment before a type or a field. */
function commentOf(symbol: ts.Symbol, checker: ts.TypeChecker): Comment {
  const description = flowing(ts.displayPartsToString(symbol.getDocumentationComment(checker)));
  const tags: Readonly<Record<string, string>> = Object.fromEntries(
    symbol.getJsDocTags(checker).map(({ name, text }) => [name, ts.displayPartsToString(text)]),
  );
  return {
    ...(description && { description }),
    ...(tags['format'] && { format: tags['format'] }),
    ...(tags['pattern'] && { pattern: tags['pattern'] }),
    ...(tags['asType'] && { type: tags['asType'] }),
    ...('deprecated' in tags && { deprecated: true }),
  };
}

class Schemas {
  readonly #components = new Map<string, Schema>();
  readonly #checker: ts.TypeChecker;
  readonly #names: ReadonlySet<string>;

  constructor(checker: ts.TypeChecker, names: ReadonlySet<string>) {
    this.#checker = checker;
    this.#names = names;
  }

  /** By name, with the types that they refer to. */
  get components(): Readonly<Record<string, Schema>> {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => a.localeCompare(b)));
  }

  /** A reference if the type has a public name; otherwise its schema. */
  of(type: ts.Type, declaration?: ts.Declaration): Schema {
    // TypeScript loses the names of `keyof` types: the declaration still has them.
    const node = declaration && ts.isPropertySignature(declaration) ? declaration.type : undefined;
    const written = node && ts.isTypeReferenceNode(node) && this.#checker.getSymbolAtLocation(node.typeName);
    const symbol = written || type.getSymbol();
    return symbol && this.#names.has(symbol.name) ? this.named(symbol, type) : this.#inline(type);
  }

  named(symbol: ts.Symbol, type: ts.Type): Schema {
    const { name } = symbol;
    if (!this.#components.has(name)) {
      // Set first, for types that refer to themselves.
      this.#components.set(name, {});
      const target = symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
      this.#components.set(name, { ...this.#inline(type), ...commentOf(target, this.#checker) });
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #inline(type: ts.Type): Schema {
    if (type.isUnion()) return this.#union(type);
    if (type.isStringLiteral()) return { type: 'string', const: type.value };
    if (type.flags & ts.TypeFlags.String) return { type: 'string' };
    if (type.flags & ts.TypeFlags.Number) return { type: 'number' };
    const [item] = this.#checker.isArrayType(type)
      ? this.#checker.getTypeArguments(type as ts.TypeReference)
      : [];
    if (item) return { type: 'array', items: this.of(item) };
    if (type.flags & ts.TypeFlags.Object) return this.#object(type);
    throw new Error(`no schema is known for ${this.#checker.typeToString(type)}`);
  }

  #union(type: ts.UnionType): Schema {
    const members = type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    const others = members.filter(({ flags }) => !(flags & ts.TypeFlags.Null));
    const schema = this.#choice(type, others);
    if (others.length === members.length) return schema;
    if (schema.$ref) return { anyOf: [schema, { type: 'null' }] };
    const kinds = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
    return { ...schema, type: [...kinds, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) };
  }

  #choice(type: ts.Type, members: readonly ts.Type[]): Schema {
    const [first, second] = members;
    if (first && !second) return this.of(first);
    if (members.every(({ flags }) => flags & ts.TypeFlags.BooleanLiteral)) return { type: 'boolean' };
    const texts = members.filter((member) => member.isStringLiteral());
    if (texts.length === members.length) return { type: 'string', enum: texts.map(({ value }) => value) };
    if (members.every(({ flags }) => flags & ts.TypeFlags.Object))
      return { anyOf: members.map((member) => this.of(member)) };
    throw new Error(`no schema is known for ${this.#checker.typeToString(type)}`);
  }

  #object(type: ts.Type): Schema {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const symbol of this.#checker.getPropertiesOfType(type)) {
      const schema = this.of(present(this.#checker.getTypeOfSymbol(symbol)), symbol.valueDeclaration);
      const comment = commentOf(symbol, this.#checker);
      properties[symbol.name] = withComment(schema, comment);
      if (!(symbol.flags & ts.SymbolFlags.Optional)) required.push(symbol.name);
    }
    return { type: 'object', properties, ...(required.length > 0 && { required }) };
  }
}

/** Returns the type of an optional field without `undefined`: the union with it has no name of its own. */
function present(type: ts.Type): ts.Type {
  const members = type.isUnion() ? type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined)) : [];
  return members.length === 1 && members[0] ? members[0] : type;
}

/** `null` stays possible where a field's comment says what else it is. */
function withComment(schema: Schema, { type, ...comment }: Comment): Schema {
  const narrowed = type && Array.isArray(schema.type) ? [type, 'null'] : type;
  return { ...schema, ...(narrowed && { type: narrowed }), ...comment };
}

/**
 * Returns the schemas of exported types, and of those that they refer to: by name, as OpenAPI's `components` have them.
 * @param files modules from the project's root
 * @param wanted names of types
 */
export function schemasOf(
  files: readonly string[],
  wanted: readonly string[],
): Readonly<Record<string, Schema>> {
  const program = programOf(files);
  const checker = program.getTypeChecker();
  const exported = new Map(
    files.flatMap((file) => {
      const source = program.getSourceFile(join(root, file));
      const symbol = source && checker.getSymbolAtLocation(source);
      return symbol ? checker.getExportsOfModule(symbol).map((one) => [one.name, one] as const) : [];
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
