import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../.config/bootstrap.mjs';

/** What the `package.json` of a project says about Node. */
interface Project {
  readonly engines: { readonly node: string };
  /** What the project has on a later Node. */
  readonly newer?: Newer & { readonly node: string };
}

interface Newer {
  readonly versions: Readonly<Record<string, string>>;
  /** Files for these versions, by those in whose place they are. */
  readonly files?: Readonly<Record<string, string>>;
}

/** The project in this folder beside this file. */
export function projectIn(name: string): Project {
  return JSON.parse(readFileSync(join(root, 'test/frameworks', name, 'package.json'), 'utf8')) as Project;
}

/** Whether this Node is in a range such as `>=20.19`. */
export function isNode(range: string): boolean {
  const [, ...needed] = /^>=(\d+)\.(\d+)$/.exec(range) ?? [];
  if (needed.length === 0) throw new Error(`"${range}" is no range of Node. Write one such as ">=20.19".`);
  const [least = 0, here = 0] = [needed, process.versions.node.split('.')].map(
    ([major, minor]) => Number(major) * 1000 + Number(minor),
  );
  return here >= least;
}

/** What a project has on this Node instead of what stands in its folder. */
export function newerHere(name: string): Newer {
  const { newer } = projectIn(name);
  return newer && isNode(newer.node) ? newer : { versions: {} };
}
