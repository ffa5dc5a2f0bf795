import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { root } from './readme-text.js';

/** Links of Markdown and of HTML, and the files that a page of the manual includes. */
const TARGETS =
  /\]\((?<link>[^)\s]+)\)|(?:href|src)="(?<attribute>[^"]+)"|^import .* from '(?<included>\.[^']+\?raw)';$/gm;
/** A path in the package, from its own folder or from that of the shop. */
const IN_PACKAGE = /`(?:node_modules\/crypto-checkout\/)?((?:\.github|dist|server-example)\/[\w./-]*\w)`/g;
const CODE_BLOCK = /^( *)```[\s\S]*?^\1```$/gm;
/** In Storybook, whose test checks them. */
const IN_STORYBOOK = /^\?path=/;

const read = (path: string) => readFileSync(join(root, path), 'utf8').replaceAll(CODE_BLOCK, '');

async function packedFiles(): Promise<readonly string[]> {
  const args = ['pack', '--dry-run', '--json', '--loglevel=error'];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: root });
  const [{ files }] = JSON.parse(stdout) as [{ readonly files: readonly { readonly path: string }[] }];
  return files.map(({ path }) => path);
}

interface Link {
  /** The page with the link. */
  readonly page: string;
  readonly target: string;
  /** From the project's root. */
  readonly path: string;
  /** Without `#`; empty if the link has none. */
  readonly anchor: string;
}

const isAddress = (target: string) => /^[a-z]+:/.test(target);

function targetsOf(page: string): readonly string[] {
  return [...read(page).matchAll(TARGETS)].map(
    ({ groups }) => groups?.['link'] ?? groups?.['attribute'] ?? groups?.['included'] ?? '',
  );
}

/** Links to files and to headings. */
function linksOf(page: string): readonly Link[] {
  const targets = targetsOf(page).filter((target) => !isAddress(target) && !IN_STORYBOOK.test(target));
  return targets.map((target) => {
    const [file = '', anchor = ''] = target.replace(/\?raw$/, '').split('#');
    return { page, target, path: file ? posix.join(posix.dirname(page), file) : page, anchor };
  });
}

/** The anchors of a page's headings, as GitHub and Storybook name them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = [...read(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set(
    headings.map((heading, index) => {
      const before = headings.slice(0, index).filter((other) => other === heading).length;
      return before === 0 ? heading : `${heading}-${before}`;
    }),
  );
}

const shown = ({ page, target }: Link) => `${page} → ${target}`;

const packed = await packedFiles();
const packedTexts = packed.filter(
  (path) => /\.mdx?$|\/llms\.txt$/.test(path) && !path.startsWith('dist/licenses-'),
);
/** With those that Storybook alone has. */
const texts = [
  ...packedTexts,
  ...readdirSync(join(root, 'stories'))
    .filter((name) => name.endsWith('.mdx'))
    .map((name) => `stories/${name}`),
];

describe('the links of the documentation', () => {
  it('lead to files that are in the package too', () => {
    const needed = [
      ...['README.md', 'CHANGELOG.md'],
      ...['dist/llms.txt', 'dist/integration.md', 'dist/accessibility-conformance.md'],
    ];
    assert.deepEqual(
      needed.filter((path) => !packedTexts.includes(path)),
      [],
    );
    assert.ok(packedTexts.length > 10);
    const dead = packedTexts.flatMap(linksOf).filter(({ path }) => !packed.includes(path));
    assert.deepEqual(dead.map(shown), []);
  });

  it('lead to files and to headings that exist', () => {
    const links = texts.flatMap(linksOf);
    assert.ok(links.some(({ anchor }) => anchor !== ''));
    const isDead = ({ path, anchor }: Link) =>
      !existsSync(join(root, path)) || (anchor !== '' && !anchorsOf(path).has(anchor));
    assert.deepEqual(links.filter(isDead).map(shown), []);
  });

  it('to other sites are complete addresses, secure unless they lead to this machine', () => {
    const addresses = texts.flatMap(targetsOf).filter(isAddress);
    assert.ok(addresses.length > 3);
    const isMeant = (address: string) =>
      URL.canParse(address) && /^(?:https:|mailto:|http:\/\/(?:localhost|127\.0\.0\.1)[:/])/.test(address);
    assert.deepEqual(
      addresses.filter((address) => !isMeant(address)),
      [],
    );
  });

  it('as paths of the package, in the guide for programs, are in the package', () => {
    const paths = [...read('dist/integration.md').matchAll(IN_PACKAGE)];
    assert.ok(paths.length > 0);
    const dead = paths.map(([, path = '']) => path).filter((path) => !isPacked(path));
    assert.deepEqual(dead, []);
  });
});

/** A file, or a folder with files. */
function isPacked(path: string): boolean {
  return packed.some((file) => file === path || file.startsWith(`${path}/`));
}
