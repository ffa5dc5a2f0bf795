// Who may import whom. Fails on an arrow that the house does not have: `node .config/boundaries.mjs [folder]`.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { root } from './bootstrap.mjs';

const session = ['checkout', 'protocol', 'payment'];
const screenParts = ['i18n', 'styles', 'events', 'adapters'];

/** room: the rooms whose modules it may import. `name (types)` allows `import type` only. */
const ROOMS = {
  'payment': [],
  'service': ['payment'],
  'protocol': ['payment'],
  'checkout': ['protocol', 'payment'],
  'adapters': [],
  'styles': [],
  'i18n': ['protocol', 'payment', 'checkout (types)'],
  'events': ['protocol', 'payment', 'checkout (types)'],
  'controllers': [...session, ...screenParts],
  'elements': ['controllers', ...session, ...screenParts],
  'define': ['elements', 'events (types)'],
  'wrapping': ['elements', 'events (types)'],
  'index.ts': ['elements', 'controllers', 'events', 'i18n', ...session],
  'react': ['elements', 'define', 'wrapping'],
  'vue': ['elements', 'define', 'wrapping'],
  'sandbox': ['service (types)', 'payment'],
  'proxy': ['service', 'protocol', 'payment'],
  'cli': ['proxy', 'service', 'sandbox', 'payment'],
};

const onServer = /^src\/(?:proxy|cli)\/|^src\/sandbox\/(?!core\/)|^src\/service\/node(?:-http)?\.ts$/;

/** package: where it may be imported. One importer each for what the browser pays for. */
const PACKAGES = [
  [/^node:/, onServer],
  [/^qrcode(?:\/|$)/, /^src\/adapters\/qr-code\.ts$/],
  [/^@floating-ui\//, /^src\/adapters\/popover\.ts$/],
  [/^(?:lit|@lit)(?:\/|$)/, /^src\/(?:elements|controllers|styles|i18n|wrapping|react|vue)\//],
  [/^react$/, /^src\/react\//],
  [/^vue$/, /^src\/vue\//],
  [/^lossless-json$/, /^src\/(?:service|sandbox|proxy\/domain)\//],
  [/^@(?:noble|scure)\//, /^src\/payment\/addresses\//],
  [/^cockatiel$/, /^src\/(?:service|proxy)\//],
  [/^(?:commander|cli-table3|picocolors)$/, /^src\/cli\//],
  [/^(?:pino|prom-client|rate-limiter-flexible|standardwebhooks)(?:\/|$)/, /^src\/proxy\//],
  [/^(?:kysely|libsql|pg)(?:\/|$)/, /^src\/proxy\/store\//],
  [/^(?:hono|@hono\/node-server|jose|valibot)(?:\/|$)/, /^src\/(?:proxy|sandbox|cli)\//],
];

function sourceFiles(base, folder) {
  return readdirSync(join(base, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mts|mjs|js)$/.test(entry.name))
    .map((entry) =>
      relative(base, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    );
}

/** Every import of a file: static, dynamic and re-export, with whether it is types only. */
function importsOf(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      const typeOnly = ts.isImportDeclaration(node)
        ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
        : node.isTypeOnly;
      found.push({ to: node.moduleSpecifier.text, typeOnly: typeOnly === true });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteralLike(argument)) found.push({ to: argument.text, typeOnly: false });
      else found.push({ to: '(computed)', typeOnly: false });
    } else if (
      ts.isImportTypeNode(node) &&
      ts.isLiteralTypeNode(node.argument) &&
      ts.isStringLiteral(node.argument.literal)
    ) {
      found.push({ to: node.argument.literal.text, typeOnly: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function roomOf(path) {
  return path.startsWith('src/') ? path.split('/')[1] : path.split('/')[0];
}

function problemWith(path, { to, typeOnly }) {
  const room = roomOf(path);
  if (!to.startsWith('.')) {
    if (!path.startsWith('src/')) {
      return null;
    }
    const rule = PACKAGES.find(([name]) => name.test(to));
    if (!rule) return `no room may import the package "${to}"`;
    return rule[1].test(path) || (typeOnly && onServer.test(path))
      ? null
      : `only ${rule[1].source} may import "${to}"`;
  }
  const target = join(dirname(path), to).split(sep).join('/');
  const targetRoom = roomOf(target);
  if (room === 'server-example') {
    return target.startsWith('server-example/')
      ? null
      : 'the example uses the package by its public entries, as a shop would';
  }
  if (room === 'stories') {
    return ['proxy', 'cli'].includes(targetRoom)
      ? 'stories show elements; they know no proxy and no command line'
      : null;
  }
  if (targetRoom === room) {
    const leavesCore = path.startsWith('src/sandbox/core/') && !target.startsWith('src/sandbox/core/');
    return leavesCore ? "the sandbox's core knows nothing of the server around it" : null;
  }
  const allowed = ROOMS[room];
  if (!allowed)
    return `"${room}" is not a room of the house: add it to .config/boundaries.mjs with its arrows`;
  if (allowed.includes(targetRoom) || (typeOnly && allowed.includes(`${targetRoom} (types)`))) return null;
  return `${room} may not import ${targetRoom}${typeOnly ? '' : allowed.includes(`${targetRoom} (types)`) ? ' (types only)' : ''}`;
}

/** @returns {string[]} one line per wrong arrow in the house below `base` */
export function findWrongArrows(base) {
  return ['src', 'stories', 'server-example']
    .flatMap((folder) => sourceFiles(base, folder))
    .flatMap((path) =>
      importsOf(path, readFileSync(join(base, path), 'utf8')).flatMap((found) => {
        const problem = problemWith(path, found);
        return problem ? [`${path} → ${found.to}: ${problem}`] : [];
      }),
    );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const wrong = findWrongArrows(resolve(process.argv[2] ?? root));
  for (const line of wrong) console.error(line);
  console.log(wrong.length === 0 ? 'every import runs the right way' : `${wrong.length} wrong imports`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
