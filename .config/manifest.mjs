// Writes what editors and Storybook read of the elements: the custom elements manifest
// (https://custom-elements-manifest.open-wc.org, schema 1.0.0) and the custom data of VS Code, into dist.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';
import { typesOf } from './manifest-types.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');

/** A sentence may go over several lines; an empty line parts paragraphs. */
const flowing = (text) => text?.trim().replaceAll(/(?<!\n)\n(?!\n)/g, ' ');

/** What a page may use: no private or static members, none that only the browser calls. */
function isPublic({ name, privacy, static: isStatic }) {
  return (privacy ?? 'public') === 'public' && !isStatic && !/^#|^form\w+Callback$/.test(name);
}

/** `@csspart name - words`, wherever it stands in the element's folder, and those that it hands on from others. */
function partsOf(tag) {
  const folder = `src/elements/${tag}`;
  const text = readdirSync(join(root, folder))
    .map((name) => read(`${folder}/${name}`))
    .join('\n');
  const own = [...text.matchAll(/^ \* @csspart (\S+) - (.+)$/gm)].map(([, name, description]) => ({
    name,
    description,
  }));
  const inside = [...text.matchAll(/ from '\.\.\/([\w-]+)\/parts\.js'/g)].map(([, name]) => partsOf(name));
  return once([...inside.flat(), ...own]);
}

/** One entry per name, the last one. */
function once(entries) {
  return [...new Map(entries.map((entry) => [entry.name, entry])).values()];
}

async function analyze() {
  const { cli } = await import('@custom-elements-manifest/analyzer/cli.js');
  const argv = ['analyze', '--config', '.config/custom-elements-manifest.config.mjs'];
  const { modules } = await cli({ argv, cwd: root, noWrite: true });
  return new Map(modules.map(({ path, declarations }) => [path, declarations]));
}

/** A declaration as a page sees it, without where it was written. */
function declarationOf(tag, found, { parts, types }) {
  const plain = ({ inheritedFrom: _, description, ...rest }) => ({
    ...rest,
    ...(description && { description: flowing(description) }),
  });
  const typed = (member, name) => ({ ...plain(member), ...types.ofProperty(found.name, name) });
  return {
    kind: 'class',
    name: found.name,
    tagName: tag,
    customElement: true,
    superclass: { name: 'LitElement', package: 'lit' },
    description: flowing(found.description),
    members: found.members
      .filter(isPublic)
      .map((member) => (member.kind === 'field' ? typed(member, member.name) : plain(member))),
    attributes: (found.attributes ?? []).map((attribute) => typed(attribute, attribute.fieldName)),
    events: (found.events ?? []).filter(({ name }) => name).map((event) => types.ofEvent(plain(event))),
    slots: found.slots ?? [],
    cssParts: parts,
    cssProperties: (found.cssProperties ?? []).map(plain),
    cssStates: (found.cssStates ?? []).map(plain),
  };
}

/** The module of a tag defines it and exports its class. */
function moduleOf(declaration) {
  const path = `dist/define/${declaration.tagName}.js`;
  const reference = { name: declaration.name, module: path };
  return {
    kind: 'javascript-module',
    path,
    declarations: [declaration],
    exports: [
      { kind: 'js', name: declaration.name, declaration: reference },
      { kind: 'custom-element-definition', name: declaration.tagName, declaration: reference },
    ],
  };
}

/** The manifest of all public elements, out of their sources. */
export async function manifestOf() {
  const tags = readdirSync(join(root, 'src/define'))
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => name !== 'all');
  const analyzed = await analyze();
  const types = typesOf(tags.map((tag) => `src/elements/${tag}/${tag}.ts`));
  const modules = tags.map((tag) => {
    const found = analyzed.get(`src/elements/${tag}/${tag}.ts`)?.find(({ kind }) => kind === 'class');
    return moduleOf(declarationOf(tag, found, { parts: partsOf(tag), types }));
  });
  return { schemaVersion: '1.0.0', readme: 'README.md', modules };
}

/** Writes the manifest and both files of custom data into dist. Every element reads the same custom properties. */
export async function writeManifest() {
  const dist = join(root, 'dist');
  const manifest = await manifestOf();
  const { getVsCodeCssCustomData, getVsCodeHtmlCustomData } =
    await import('custom-element-vs-code-integration');
  const html = JSON.parse(
    getVsCodeHtmlCustomData(manifest, {
      typesSrc: 'parsedType',
      hideCssPartsDocs: true,
      hideCssPropertiesDocs: true,
    }),
  );
  const { properties, pseudoElements, ...css } = JSON.parse(getVsCodeCssCustomData(manifest));
  const files = {
    'custom-elements.json': manifest,
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
