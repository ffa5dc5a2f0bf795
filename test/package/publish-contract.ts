// What users of the package can rely on, as text: `publish-contract.txt` beside this file.
//   node .config/bootstrap.mjs test/package/publish-contract.ts --update     writes it
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** The package's entries, with the types behind each. A pattern, such as `./locales/*`, stands for its files, which are alike. */
function entries(): readonly string[] {
  const { exports } = readJson<{ exports: Readonly<Record<string, Entry>> }>('package.json');
  const typed = Object.entries(exports).flatMap(([name, entry]) =>
    typeof entry !== 'string' && !name.includes('*') ? [{ name, path: join(root, entry.types) }] : [],
  );
  const program = ts.createProgram(
    typed.map(({ path }) => path),
    { module: ts.ModuleKind.NodeNext, strict: true, skipLibCheck: true, types: ['node'] },
  );
  const firstEntries = new Map<string, string>();
  return Object.keys(exports).map((name) => {
    const path = typed.find((entry) => entry.name === name)?.path;
    const described = path === undefined ? [] : exportsOf(program, path);
    const lines = described.map((text) => {
      const first = firstEntries.get(text) ?? name;
      firstEntries.set(text, first);
      return first === name || !text.includes('\n') ? text : `${text.split('\n')[0]}, as in entry ${first}`;
    });
    return section(`entry ${name}`, lines);
  });
}

function exportsOf(program: ts.Program, path: string): readonly string[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path);
  const module = source && checker.getSymbolAtLocation(source);
  const symbols = module ? checker.getExportsOfModule(module) : [];
  return sorted(symbols.map((symbol) => withSortedWords(describeExport(checker, symbol))));
}

/** The compiler lists the words of a union in the order in which it has met them first. */
const withSortedWords = (text: string) =>
  text.replaceAll(/"[^"]*"(?: \| "[^"]*")+/g, (words) => words.split(' | ').sort().join(' | '));

const FORMAT = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

function describeExport(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const { name } = symbol;
  const [declaration] = target.declarations ?? [];
  if (!declaration) return name;
  // The manifest has the members of elements.
  if (target.flags & ts.SymbolFlags.Class) return `class ${name}`;
  if (target.flags & ts.SymbolFlags.Value) {
    const type = checker.getTypeOfSymbolAtLocation(target, declaration);
    return `${name}: ${checker.typeToString(type, declaration, FORMAT)}`;
  }
  const type = checker.getDeclaredTypeOfSymbol(target);
  if (!type.isClassOrInterface())
    return `type ${name} = ${checker.typeToString(type, declaration, FORMAT | ts.TypeFormatFlags.InTypeAlias)}`;
  const members = type.getProperties().map((member) => {
    const isOptional = member.flags & ts.SymbolFlags.Optional;
    const memberType = checker.getTypeOfSymbolAtLocation(member, declaration);
    return `${member.name}${isOptional ? '?' : ''}: ${checker.typeToString(memberType, declaration, FORMAT)}`;
  });
  return section(`interface ${name}`, members);
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
  const parts = [
    ['# Entries and their exports', ...entries()],
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
