// What users of the package can rely on, as text: `publish-contract.txt` beside this file.
//   node .config/bootstrap.mjs test/package/publish-contract.ts --update     writes it
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import ts from 'typescript';
import { ensureBuilt, root } from '../../.config/bootstrap.mjs';
import { processTerminal } from '../../src/cli/base/terminal.js';
import { VARIABLE_NAMES } from '../../src/cli/base/variables.js';
import { createProgram } from '../../src/cli/run.js';

interface Named {
  readonly name?: string;
  readonly type?: { readonly text: string };
}

interface Element extends Named {
  readonly tagName: string;
  readonly members: readonly (Named & { readonly kind: string; readonly attribute?: string })[];
  readonly attributes?: readonly Named[];
  readonly events?: readonly Named[];
  readonly slots?: readonly Named[];
  readonly cssParts?: readonly Named[];
  readonly cssStates?: readonly Named[];
  readonly cssProperties?: readonly Named[];
}

interface Manifest {
  readonly modules: readonly { readonly declarations: readonly Element[] }[];
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

type Entry = string | { readonly types: string; readonly default?: string };

const readJson = <T>(path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as T;

/** A heading with its lines, which are indented. */
const section = (title: string, lines: readonly string[]) =>
  [title, ...lines.flatMap((text) => text.split('\n')).map((line) => `  ${line}`)].join('\n');

const sorted = (lines: readonly string[]) => lines.toSorted((a, b) => (a < b ? -1 : Number(a > b)));

const pathOf = (entry: Entry) => (typeof entry === 'string' ? entry : (entry.default ?? entry.types));

/** The names that a pattern, such as `./locales/*`, stands for. */
function namesOf(name: string, entry: Entry): readonly string[] {
  const [before = '', after = ''] = pathOf(entry).split('*');
  return readdirSync(join(root, dirname(`${before}x`)))
    .filter((file) => file.endsWith(after))
    .map((file) => name.replace('*', file.slice(0, file.length - after.length)))
    .sort();
}

/** What an entry that exports nothing adds to the types of a framework. */
const additionsIn = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => /^\s*(declare module '.*'|interface \w+|'[\w-]+'(?=:))/.exec(line)?.[1] ?? []);

/** The package's entries, with the types behind each, and the types that these name and no entry exports. */
function entries(): { readonly exported: readonly string[]; readonly behind: readonly string[] } {
  const { exports } = readJson<{ exports: Readonly<Record<string, Entry>> }>('package.json');
  const typed = Object.entries(exports).flatMap(([name, entry]) =>
    typeof entry !== 'string' && !name.includes('*') ? [{ name, path: join(root, entry.types) }] : [],
  );
  const program = ts.createProgram(
    typed.map(({ path }) => path),
    { module: ts.ModuleKind.NodeNext, strict: true, skipLibCheck: true, types: ['node'] },
  );
  const checker = program.getTypeChecker();
  const firstEntries = new Map<string, string>();
  const known = new Set<ts.Symbol>();
  const exported = Object.entries(exports).map(([name, entry]) => {
    if (name.includes('*')) return section(`entry ${name}`, namesOf(name, entry));
    const path = typed.find((one) => one.name === name)?.path;
    if (path === undefined) return `entry ${name}`;
    const symbols = exportsOf(program, path);
    for (const symbol of symbols) known.add(targetOf(checker, symbol));
    if (symbols.length === 0) return section(`entry ${name}`, additionsIn(path));
    const lines = sorted(symbols.map((symbol) => describeExport(checker, symbol))).map((text) => {
      const first = firstEntries.get(text) ?? name;
      firstEntries.set(text, first);
      return first === name || !text.includes('\n') ? text : `${text.split('\n')[0]}, as in entry ${first}`;
    });
    return section(`entry ${name}`, lines);
  });
  return { exported, behind: sorted(typesBehind(checker, known)) };
}

const targetOf = (checker: ts.TypeChecker, symbol: ts.Symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

const isOurs = (declaration: ts.Declaration) =>
  declaration.getSourceFile().fileName.startsWith(join(root, 'dist/'));

/** Computed from all names of the DOM, which differ between versions of the compiler. */
const isAboutDom = (declaration: ts.Declaration) =>
  declaration.getSourceFile().fileName.startsWith(join(root, 'dist/types/wrapping/'));

/** The manifest has the members of elements. */
const isElement = (checker: ts.TypeChecker, symbol: ts.Symbol) =>
  Boolean(symbol.flags & ts.SymbolFlags.Class) &&
  checker.getDeclaredTypeOfSymbol(symbol).getProperty('attachShadow') !== undefined;

const NAMED_TYPES = ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Class;

/** The types of this package that these symbols name, and that those name. */
function typesBehind(checker: ts.TypeChecker, known: ReadonlySet<ts.Symbol>): readonly string[] {
  const found = new Set(known);
  const visit = (node: ts.Node): void => {
    const name = ts.isTypeReferenceNode(node)
      ? node.typeName
      : ts.isExpressionWithTypeArguments(node)
        ? node.expression
        : undefined;
    const named = name && checker.getSymbolAtLocation(name);
    const symbol = named && targetOf(checker, named);
    const isNamed = symbol && symbol.flags & NAMED_TYPES && symbol.declarations?.every(isOurs);
    if (isNamed && !symbol.declarations?.some(isAboutDom)) found.add(symbol);
    ts.forEachChild(node, visit);
  };
  // The iteration of a set also reaches what is added meanwhile.
  for (const symbol of found)
    if (!isElement(checker, symbol)) for (const declaration of symbol.declarations ?? []) visit(declaration);
  return [...found].filter((symbol) => !known.has(symbol)).map((symbol) => describeExport(checker, symbol));
}

function exportsOf(program: ts.Program, path: string): readonly ts.Symbol[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path);
  const module = source && checker.getSymbolAtLocation(source);
  return module ? checker.getExportsOfModule(module) : [];
}

/** The compiler lists the words of a union in the order in which it has met them first. */
const withSortedWords = (text: string) =>
  text.replaceAll(/"[^"]*"(?: \| "[^"]*")+/g, (words) => words.split(' | ').sort().join(' | '));

const FORMAT = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

const describeExport = (checker: ts.TypeChecker, symbol: ts.Symbol) =>
  withSortedWords(describe(checker, symbol));

function describe(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const target = targetOf(checker, symbol);
  const { name } = symbol;
  const [declaration] = target.declarations ?? [];
  if (!declaration) return name;
  if (target.flags & ts.SymbolFlags.Class) return describeClass(checker, target, name, declaration);
  if (target.flags & ts.SymbolFlags.Value) {
    const type = checker.getTypeOfSymbolAtLocation(target, declaration);
    return `${name}: ${checker.typeToString(type, declaration, FORMAT)}`;
  }
  const type = checker.getDeclaredTypeOfSymbol(target);
  if (!type.isClassOrInterface())
    return `type ${name} = ${checker.typeToString(type, declaration, FORMAT | ts.TypeFormatFlags.InTypeAlias)}`;
  // Those of the DOM are not ours.
  const members = type.getProperties().filter(({ declarations = [] }) => declarations.every(isOurs));
  return section(`interface ${name}`, membersOf(checker, members, declaration));
}

function membersOf(
  checker: ts.TypeChecker,
  members: readonly ts.Symbol[],
  declaration: ts.Declaration,
): readonly string[] {
  return members.map((member) => {
    const isOptional = member.flags & ts.SymbolFlags.Optional;
    const memberType = checker.getTypeOfSymbolAtLocation(member, declaration);
    return `${member.name}${isOptional ? '?' : ''}: ${checker.typeToString(memberType, declaration, FORMAT)}`;
  });
}

function describeClass(
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
  name: string,
  declaration: ts.Declaration,
): string {
  if (isElement(checker, symbol)) return `class ${name}`;
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const [base] = type.isClassOrInterface() ? checker.getBaseTypes(type) : [];
  const isPublic = (member: ts.Symbol) =>
    member.declarations?.every(
      (one) =>
        isOurs(one) &&
        !(ts.getCombinedModifierFlags(one) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) &&
        !member.name.startsWith('__#'),
    );
  const constructors = checker
    .getTypeOfSymbolAtLocation(symbol, declaration)
    .getConstructSignatures()
    .map((signature) => `new ${checker.signatureToString(signature, declaration, FORMAT)}`);
  const heading = `class ${name}${base ? ` extends ${checker.typeToString(base, declaration, FORMAT)}` : ''}`;
  const members = membersOf(
    checker,
    type.getProperties().filter((member) => isPublic(member) === true),
    declaration,
  );
  return section(heading, [...constructors, ...members]);
}

function elements(): readonly string[] {
  const { modules } = readJson<Manifest>('dist/custom-elements.json');
  const lines = (kind: string, items: readonly Named[] = []) =>
    items.map(({ name = '', type }) => `${kind} ${name}${type ? `: ${type.text}` : ''}`.trim());
  return modules
    .flatMap(({ declarations }) => declarations)
    .map((element) =>
      section(
        `<${element.tagName}>`,
        sorted([
          ...lines('attribute', element.attributes),
          ...lines(
            'property',
            element.members.filter(({ kind }) => kind === 'field'),
          ),
          ...lines(
            'method',
            element.members.filter(({ kind }) => kind === 'method'),
          ),
          ...lines('event', element.events),
          ...lines('slot', element.slots),
          ...lines('part', element.cssParts),
          ...lines('state', element.cssStates),
        ]),
      ),
    );
}

function tokens(): readonly string[] {
  const { modules } = readJson<Manifest>('dist/custom-elements.json');
  const all = modules.flatMap(({ declarations }) =>
    declarations.flatMap(({ cssProperties = [] }) => cssProperties),
  );
  return sorted([...new Set(all.map(({ name = '' }) => name))]);
}

function paths(): readonly string[] {
  const { paths: all } = readJson<OpenApi>('dist/openapi.json');
  return Object.entries(all).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId = '' }]) => `${method.toUpperCase()} ${path} ${operationId}`,
    ),
  );
}

function commands(command: Command, parent = ''): readonly string[] {
  const name = `${parent} ${command.name()}`.trim();
  const values = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  const own = section(
    [name, ...values].join(' '),
    command.options.map(({ flags }) => flags),
  );
  return [own, ...command.commands.flatMap((child) => commands(child, name))];
}

/** Requires the built package. */
export function publishContract(): string {
  const program = createProgram({ ...processTerminal(), env: {} });
  const { exported, behind } = entries();
  const parts = [
    ['# Entries and their exports', ...exported],
    ['# Types that these name, and that no entry exports', behind.join('\n')],
    ['# Elements', ...elements()],
    ['# Custom properties', tokens().join('\n')],
    ['# HTTP paths, below the base path', paths().join('\n')],
    ['# Commands', ...commands(program)],
    ['# Variables', sorted(VARIABLE_NAMES).join('\n')],
  ];
  return `${parts.map((part) => part.join('\n\n')).join('\n\n')}\n`;
}

export const CONTRACT_PATH = join(root, 'test/package/publish-contract.txt');

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (!process.argv.includes('--update')) throw new Error('Pass --update to write publish-contract.txt.');
  await ensureBuilt();
  writeFileSync(CONTRACT_PATH, publishContract());
}
