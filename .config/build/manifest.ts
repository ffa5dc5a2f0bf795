// Writes the metadata of the elements for editors and Storybook: the custom elements manifest
// (https://custom-elements-manifest.open-wc.org, schema 1.0.0), the custom data of VS Code and the web-types of JetBrains, into
// dist.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getWebTypesData } from 'custom-element-jet-brains-integration';
import { getVsCodeCssCustomData, getVsCodeHtmlCustomData } from 'custom-element-vs-code-integration';
import { root } from '../bootstrap.mjs';
import { type ElementTypes, typesOf } from './manifest-types.js';
import { packageJson } from './package-json.js';
import { tokenList } from './tokens.js';

interface Described {
  readonly name: string;
  readonly description?: string;
}

interface Member extends Described {
  readonly kind: string;
  readonly privacy?: string;
  readonly static?: boolean;
}

interface Attribute extends Described {
  readonly fieldName: string;
}

/** A class as the analyzer finds it. */
interface Analyzed {
  readonly kind: string;
  readonly name: string;
  readonly description: string;
  readonly members: readonly Member[];
  readonly attributes?: readonly Attribute[];
  readonly events?: readonly Described[];
  readonly slots?: readonly Described[];
  readonly cssStates?: readonly Described[];
}

interface Declaration extends Described {
  readonly tagName: string;
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** A sentence may have several lines; an empty line separates paragraphs. */
const flowing = (text: string | undefined) => text?.trim().replaceAll(/(?<!\n)\n(?!\n)/g, ' ');

/** The public members: no private or static ones, none that only the browser calls. */
function isPublic({ name, privacy, static: isStatic }: Member): boolean {
  return (privacy ?? 'public') === 'public' && !isStatic && !/^#|^form\w+Callback$/.test(name);
}

/** The table of the Theming page lists every part with its elements. */
const PARTS = [
  ...read('stories/docs/Theming.mdx').matchAll(/^\| `([\w-]+)` +\| ([^|]+?) +\| ([\w, -]+?) +\|$/gm),
].map(([, name = '', description = '', tags = '']) => ({ name, description, tags: tags.split(', ') }));

/** The elements of the shop's staff have an entry of their own. */
export const isOfStaff = (tag: string): boolean => tag.startsWith('crypto-merchant');

/** Its folder in src. */
export const folderOf = (tag: string): string => `${isOfStaff(tag) ? 'merchant' : 'elements'}/${tag}`;

/** The parts of an element, and those of the elements inside it. */
function partsOf(tag: string): readonly Described[] {
  const folder = `src/${folderOf(tag)}`;
  const text = readdirSync(join(root, folder))
    .map((name) => read(`${folder}/${name}`))
    .join('\n');
  const own = PARTS.filter(({ tags }) => tags.includes(tag.replace('crypto-', '')));
  const inside = [...text.matchAll(/ from '\.\.\/([\w-]+)\/css-parts\.js'/g)].map(([, name = '']) =>
    partsOf(name),
  );
  return once([...inside.flat(), ...own.map(({ name, description }) => ({ name, description }))]);
}

/** One entry per name, the last one. */
function once<Entry extends Described>(entries: readonly Entry[]): readonly Entry[] {
  return [...new Map(entries.map((entry) => [entry.name, entry])).values()];
}

async function analyze() {
  // It has no types.
  const analyzer: string = '@custom-elements-manifest/analyzer/cli.js';
  const { cli } = (await import(analyzer)) as { readonly cli: (options: object) => Promise<unknown> };
  const argv = ['analyze', '--config', '.config/custom-elements-manifest.config.mjs'];
  const { modules } = (await cli({ argv, cwd: root, noWrite: true })) as {
    readonly modules: readonly { readonly path: string; readonly declarations: readonly Analyzed[] }[];
  };
  return new Map(modules.map(({ path, declarations }) => [path, declarations] as const));
}

/** Any element may contain another one, so each has all of them. */
const CSS_PROPERTIES = tokenList().map(({ property, value, description }) => ({
  name: property,
  description,
  ...(value && { default: value }),
}));

/** A declaration as a page sees it, without where it was written. */
function declarationOf(tag: string, found: Analyzed, types: ElementTypes) {
  const plain = <One extends Described>(one: One): One => {
    const { inheritedFrom: _, ...rest } = one as One & { readonly inheritedFrom?: unknown };
    return { ...rest, ...(one.description && { description: flowing(one.description) }) } as One;
  };
  const typed = (member: Described, name: string) => ({
    ...plain(member),
    ...types.ofProperty(found.name, name),
  });
  return {
    kind: 'class' as const,
    name: found.name,
    tagName: tag,
    customElement: true as const,
    superclass: { name: 'LitElement', package: 'lit' },
    description: flowing(found.description) ?? '',
    members: found.members
      .filter(isPublic)
      .map((member) => (member.kind === 'field' ? typed(member, member.name) : plain(member))),
    attributes: (found.attributes ?? []).map((attribute) => typed(attribute, attribute.fieldName)),
    events: (found.events ?? []).filter(({ name }) => name).map((event) => types.ofEvent(plain(event))),
    slots: found.slots ?? [],
    cssParts: partsOf(tag),
    cssProperties: CSS_PROPERTIES,
    cssStates: (found.cssStates ?? []).map(plain),
  };
}

/** The module of a tag defines it and exports its class. */
function moduleOf<One extends Declaration>(declaration: One) {
  return moduleWith(`dist/define/${declaration.tagName}.js`, [declaration]);
}

function moduleWith<One extends Declaration>(path: string, declarations: readonly One[]) {
  const exports = declarations.flatMap(({ name, tagName }) => {
    const declaration = { name, module: path };
    return [
      { kind: 'js' as const, name, declaration },
      { kind: 'custom-element-definition' as const, name: tagName, declaration },
    ];
  });
  return { kind: 'javascript-module' as const, path, declarations, exports };
}

/** The manifest of all public elements, from their sources. */
export async function manifestOf() {
  const tags = readdirSync(join(root, 'src/define'))
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => name !== 'all');
  const staff = readdirSync(join(root, 'src/merchant')).filter(isOfStaff);
  const analyzed = await analyze();
  const types = typesOf([...tags, ...staff].map((tag) => `src/${folderOf(tag)}/${tag}.ts`));
  const describe = (tag: string) => {
    const found = analyzed.get(`src/${folderOf(tag)}/${tag}.ts`)?.find(({ kind }) => kind === 'class');
    if (!found) throw new Error(`${tag} has no class. Name its module as its tag.`);
    return declarationOf(tag, found, types);
  };
  const modules = [
    ...tags.map((tag) => moduleOf(describe(tag))),
    moduleWith('dist/merchant.js', staff.map(describe)),
  ];
  return { schemaVersion: '1.0.0', readme: 'README.md', modules };
}

/** The metadata for JetBrains' editors (https://github.com/JetBrains/web-types), by the name and version of the package. */
function webTypesOf(manifest: Parameters<typeof getWebTypesData>[0]): object {
  const { name, version } = packageJson;
  const options = {
    hideSlotDocs: true,
    hideEventDocs: true,
    hideCssPropertiesDocs: true,
    hideCssPartsDocs: true,
  };
  const text = getWebTypesData(manifest, { ...options, typesSrc: 'parsedType' });
  return { ...JSON.parse(text), name, version };
}

/** Writes the manifest, and the files for editors, into dist. Every element reads the same custom properties. */
export async function writeManifest(): Promise<void> {
  const dist = join(root, 'dist');
  const manifest = await manifestOf();
  // Its types lack the base types that they extend.
  const plain = JSON.parse(JSON.stringify(manifest));
  const html = JSON.parse(
    getVsCodeHtmlCustomData(plain, {
      typesSrc: 'parsedType',
      hideCssPartsDocs: true,
      hideCssPropertiesDocs: true,
    }),
  );
  const { properties, pseudoElements, ...css } = JSON.parse(getVsCodeCssCustomData(plain, {}));
  const files = {
    'custom-elements.json': manifest,
    'web-types.json': webTypesOf(plain),
    'vscode.html-custom-data.json': html,
    'vscode.css-custom-data.json': {
      ...css,
      properties: once(properties),
      pseudoElements: once(pseudoElements),
    },
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(dist, name), `${JSON.stringify(content, null, 2)}\n`);
}
