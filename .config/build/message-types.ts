// What TypeScript knows of the messages of `src/protocol`: their comments, and their types without the schema library, which the
// package does not install.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { root } from '../bootstrap.mjs';
import { programOf } from './source-program.js';

export interface Comment {
  readonly text: string;
  /** The tag `@format`. */
  readonly format?: string;
}

/** An exported type of the protocol. */
export interface MessageType {
  readonly name: string;
  readonly comment: Comment;
  /** The options of a type that is a list of words, otherwise `null`. */
  readonly words: readonly string[] | null;
  /** The comments of its fields, by path, such as `invoice.amount`. */
  readonly fields: ReadonlyMap<string, Comment>;
}

type TypeDeclaration = ts.TypeAliasDeclaration | ts.InterfaceDeclaration;

const isType = (node: ts.Node): node is TypeDeclaration =>
  ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node);

interface Named {
  readonly name: string;
  readonly type: ts.Type;
  readonly declaration: TypeDeclaration;
}

/** What browsers exchange with the proxy, and what the proxy sends to the shop. */
const PROTOCOL = ['index', 'events', 'event-types'].map((name) => `src/protocol/${name}.ts`);
/** Has `CurrencyCode`, which messages contain. */
const CURRENCIES = 'src/payment/currencies.ts';

/** A list keeps its lines. */
const flowing = (text: string) => text.trim().replaceAll(/(?<!\n)\n(?![\n-])/g, ' ');

class Messages {
  readonly #program = programOf([...PROTOCOL, CURRENCIES]);
  readonly #checker = this.#program.getTypeChecker();
  readonly named: readonly Named[];
  /** The names of the types, by all that they contain. */
  readonly #names: ReadonlyMap<string, Named>;

  constructor() {
    const ofPayment = this.#exportsOf(CURRENCIES).filter(({ name }) => name === 'CurrencyCode');
    this.named = [...PROTOCOL.flatMap((file) => this.#exportsOf(file)), ...ofPayment].flatMap((exported) => {
      const symbol = this.#target(exported);
      const declaration = symbol.declarations?.find(isType);
      if (!declaration) return [];
      return [{ name: symbol.name, type: this.#checker.getDeclaredTypeOfSymbol(symbol), declaration }];
    });
    this.#names = new Map(this.named.map((named) => [this.#contentOf(named.type), named]));
  }

  #exportsOf(file: string): readonly ts.Symbol[] {
    const source = this.#program.getSourceFile(join(root, file));
    const module = source && this.#checker.getSymbolAtLocation(source);
    return module ? this.#checker.getExportsOfModule(module) : [];
  }

  #target(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  /** The schema of a type that is derived from one. */
  schemaOf({ declaration }: Named): ts.Symbol | null {
    const type = ts.isTypeAliasDeclaration(declaration)
      ? declaration.type
      : declaration.heritageClauses?.[0]?.types[0];
    const isGeneric = type && (ts.isTypeReferenceNode(type) || ts.isExpressionWithTypeArguments(type));
    const [argument] = (isGeneric && type.typeArguments) || [];
    if (!argument || !ts.isTypeQueryNode(argument)) return null;
    return this.#checker.getSymbolAtLocation(argument.exprName) ?? null;
  }

  /** The comment of a type, or of its schema. */
  commentOf(named: Named): Comment {
    const symbol = this.#checker.getSymbolAtLocation(named.declaration.name);
    const schema = this.schemaOf(named);
    const own = symbol ? this.#comment(symbol) : { text: '' };
    return own.text === '' && schema ? this.#comment(schema) : own;
  }

  #comment(symbol: ts.Symbol): Comment {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(this.#checker));
    const format = symbol.getJsDocTags(this.#checker).find(({ name }) => name === 'format');
    return { text, ...(format && { format: ts.displayPartsToString(format.text) }) };
  }

  fieldsOf(type: ts.Type, path: readonly string[] = []): readonly (readonly [string, Comment])[] {
    return this.#fields(type).flatMap((symbol) => {
      const own = [...path, symbol.name];
      const inner = this.#partsOf(this.#typeOf(symbol)).flatMap((part) =>
        this.#names.has(this.#contentOf(part)) ? [] : this.fieldsOf(part, own),
      );
      return [[own.join('.'), this.#comment(symbol)] as const, ...inner];
    });
  }

  wordsOf(type: ts.Type): readonly string[] | null {
    const parts = type.isUnion() ? type.types : [type];
    return parts.every((part) => part.isStringLiteral()) ? parts.map(({ value }) => value) : null;
  }

  /** The objects that a type consists of: members of unions, items of lists. */
  #partsOf(type: ts.Type): readonly ts.Type[] {
    if (type.isUnion()) return type.types.flatMap((part) => this.#partsOf(part));
    const item = this.#itemOf(type);
    if (item) return this.#partsOf(item);
    return type.flags & ts.TypeFlags.Object ? [type] : [];
  }

  #itemOf(type: ts.Type): ts.Type | undefined {
    if (!this.#checker.isArrayType(type)) return undefined;
    return this.#checker.getTypeArguments(type as ts.TypeReference)[0];
  }

  #fields(type: ts.Type): readonly ts.Symbol[] {
    return this.#partsOf(type).flatMap((part) => this.#checker.getPropertiesOfType(part));
  }

  /** Without `undefined`, since `?` says it. */
  #typeOf(symbol: ts.Symbol): ts.Type {
    return this.#checker.getNonNullableType(this.#checker.getTypeOfSymbol(symbol));
  }

  /** A type as source text, with the names of other types of the protocol. */
  textOf({ type, declaration }: Named): string {
    const file = declaration.getSourceFile();
    return this.#text(type, (part) => (part === type ? undefined : this.#nameOf(part, file)), true);
  }

  #contentOf(type: ts.Type): string {
    return this.#text(type, () => undefined, false);
  }

  #nameOf(type: ts.Type, from: ts.SourceFile): string | undefined {
    const named =
      type.flags & ts.TypeFlags.StringLiteral ? undefined : this.#names.get(this.#contentOf(type));
    if (!named) return undefined;
    const owner = named.declaration.getSourceFile();
    if (owner === from) return named.name;
    const file = relative(dirname(from.fileName), owner.fileName);
    return `import('${file.startsWith('.') ? '' : './'}${file.replace(/\.ts$/, '.js')}').${named.name}`;
  }

  #text(type: ts.Type, nameOf: (part: ts.Type) => string | undefined, hasComments: boolean): string {
    const name = nameOf(type);
    if (name !== undefined) return name;
    const text = (part: ts.Type) => this.#text(part, nameOf, hasComments);
    if (type.flags & ts.TypeFlags.Boolean) return 'boolean';
    if (type.isUnion()) return this.#union(type, nameOf, text);
    const item = this.#itemOf(type);
    if (item) return item.isUnion() ? `readonly (${text(item)})[]` : `readonly ${text(item)}[]`;
    if (type.isStringLiteral()) return `'${type.value}'`;
    if (!(type.flags & ts.TypeFlags.Object)) return this.#checker.typeToString(type);
    const fields = this.#checker.getPropertiesOfType(type).map((symbol) => {
      const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
      const comment = this.#comment(symbol).text;
      const before = hasComments && comment !== '' ? `/** ${comment.replaceAll('\n', '\n * ')} */\n` : '';
      return `${before}readonly ${symbol.name}${isOptional ? '?' : ''}: ${text(this.#checker.getTypeOfSymbol(symbol))};`;
    });
    if (fields.length === 0) return 'Readonly<Record<never, never>>';
    return `{\n${fields.join('\n')}`.replaceAll('\n', '\n  ') + '\n}';
  }

  /** `null` beside a type does not hide its name. */
  #union(type: ts.UnionType, nameOf: (part: ts.Type) => string | undefined, text: (part: ts.Type) => string) {
    const isNothing = ({ flags }: ts.Type) => (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0;
    const others = type.types.filter((part) => !isNothing(part));
    const isNullable = type.types.some(({ flags }) => flags & ts.TypeFlags.Null);
    const whole = others.length === type.types.length ? undefined : this.#checker.getNonNullableType(type);
    const isFlag = others.length === 2 && others.every(({ flags }) => flags & ts.TypeFlags.BooleanLiteral);
    const known = whole && nameOf(whole);
    const parts = isFlag ? ['boolean'] : known === undefined ? others.map(text) : [known];
    return [...parts, ...(isNullable ? ['null'] : [])].join(' | ');
  }
}

/** The exported types of the protocol. */
export function messageTypes(): readonly MessageType[] {
  const messages = new Messages();
  return messages.named.map((named) => {
    const { text, ...rest } = messages.commentOf(named);
    const fields = messages.fieldsOf(named.type).map(([path, comment]) => {
      return [path, { ...comment, text: flowing(comment.text) }] as const;
    });
    return {
      name: named.name,
      comment: { text: flowing(text), ...rest },
      words: messages.wordsOf(named.type),
      fields: new Map(fields),
    };
  });
}

/** Replaces the types that are derived from schemas by what they are, in the built types. */
export function writeMessageTypes(): void {
  const messages = new Messages();
  const resolved = new Map(
    messages.named.filter((named) => messages.schemaOf(named)).map((named) => [named.name, named]),
  );
  const folder = join(root, 'dist/types/protocol');
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
    writeFileSync(
      path,
      withoutSchemas(file, (alias) => declarationOf(messages, resolved.get(alias))),
    );
  }
}

function declarationOf(messages: Messages, named: Named | undefined): string | undefined {
  if (!named) return undefined;
  const { name } = named;
  const { text } = messages.commentOf(named);
  const comment = text === '' ? '' : `/** ${text.replaceAll('\n', '\n * ')} */\n`;
  const content = messages.textOf(named);
  const isObject = content.startsWith('{');
  return `\n${comment}export ${isObject ? `interface ${name} ${content}` : `type ${name} = ${content};`}\n`;
}

/** Returns a file of types without its schemas, their import, and what only they use. */
function withoutSchemas(file: ts.SourceFile, typeOf: (alias: string) => string | undefined): string {
  const isImport = (statement: ts.Statement): statement is ts.ImportDeclaration =>
    ts.isImportDeclaration(statement);
  const kept = file.statements.flatMap((statement) => {
    const own = isType(statement) ? typeOf(statement.name.text) : undefined;
    const text = own ?? statement.getFullText(file);
    return isImport(statement) || (own === undefined && /\bv\./.test(statement.getText(file))) ? [] : [text];
  });
  const body = kept.join('');
  const imports = file.statements.filter(isImport).flatMap((statement) => {
    const names = statement.importClause?.namedBindings;
    const used =
      names && ts.isNamedImports(names)
        ? names.elements.filter(({ name }) => new RegExp(`\\b${name.text}\\b`).test(body))
        : [];
    const from = statement.moduleSpecifier.getText(file);
    const specifiers = used.map(({ name }) => name.text).join(', ');
    return used.length > 0 ? [`import type { ${specifiers} } from ${from};\n`] : [];
  });
  return imports.join('') + body;
}
