import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementsManifest, ManifestClass } from './manifest-types.js';

const MODULE = 'virtual:elements-manifest';
const root = join(import.meta.dirname, '..');
const analyzer = join(root, 'node_modules/@custom-elements-manifest/analyzer/cem.js');

/** A module with what the elements say of themselves in their sources, for the gallery's controls and tables. */
export function elementsManifest() {
  return {
    name: 'elements-manifest',
    resolveId: (id: string) => (id === MODULE ? `\0${MODULE}` : null),
    load: (id: string) => (id === `\0${MODULE}` ? `export default ${JSON.stringify(withTags(analyze()))}` : null),
  };
}

function analyze(): ElementsManifest {
  const folder = mkdtempSync(join(tmpdir(), 'elements-manifest-'));
  const args = ['analyze', '--litelement', '--quiet', '--globs', 'src/elements/**/*.ts', '--outdir', folder];
  execFileSync(process.execPath, [analyzer, ...args], { cwd: root });
  const manifest: ElementsManifest = JSON.parse(readFileSync(join(folder, 'custom-elements.json'), 'utf8'));
  rmSync(folder, { recursive: true });
  return manifest;
}

/** The analyzer sees no `customElements.define` in a class module: the folder's name is the tag. */
function withTags({ schemaVersion, modules }: ElementsManifest): ElementsManifest {
  const elements = modules.flatMap(({ path, kind, declarations = [] }) => {
    const tag = /^src\/elements\/([a-z-]+)\/\1\.ts$/.exec(path)?.[1];
    const found = declarations.find(({ name }) => tag && name.toLowerCase() === tag.replaceAll('-', ''));
    return tag && found ? [{ path, kind, declarations: [asElement(found, tag)] }] : [];
  });
  return { schemaVersion, modules: elements };
}

function asElement(found: ManifestClass, tagName: string): ManifestClass {
  const { members = [] } = found;
  const isPublic = ({ name, privacy, static: ofClass }: (typeof members)[number]): boolean =>
    !name.startsWith('#') && privacy === undefined && !ofClass;
  return { ...found, tagName, customElement: true, members: members.filter(isPublic) };
}
