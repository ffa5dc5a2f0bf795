import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const tsc = join(root, 'node_modules/typescript-native/bin/tsc');

/** A project of somebody who uses the package, in a folder of that name beside this file. */
export interface Consumer {
  readonly name: string;
  readonly folder: string;
  /** Packages in other versions than its file says. */
  readonly versions?: Readonly<Record<string, string>>;
  /** `development`: frameworks warn only there. Unless set, there is nothing to build. */
  readonly build?: 'production' | 'development';
  /** Files of other folders, as paths from here, by their place in the project. */
  readonly shared?: Readonly<Record<string, string>>;
  /** Whether its TypeScript is checked against the packed types. */
  readonly typed?: boolean;
}

/** Nothing that an outer npm or test runner has set reaches a project, and no secret of a shop. */
export const environment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(?!config_(registry|cache|userconfig)$)|NODE_|CRYPTO_CHECKOUT_)/i.test(name),
    ),
  ),
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
};

export async function run(
  folder: string,
  command: string,
  args: readonly string[],
  mode = 'production',
): Promise<string> {
  const env = { ...environment, NODE_ENV: mode };
  const { stdout } = await execute(command, args, { cwd: folder, env }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${command} ${args.join(' ')} in ${folder}:\n${stdout}${stderr}`);
    },
  );
  return stdout;
}

/** A new folder with the packed package in it; its name is the one that the projects know. */
export async function packed(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'crypto-checkout-consumers-'));
  const answer = await run(root, 'npm', ['pack', '--json', '--pack-destination', folder]);
  const [tarball] = JSON.parse(answer) as [{ readonly filename: string }];
  renameSync(join(folder, tarball.filename), join(folder, 'crypto-checkout.tgz'));
  return folder;
}

const BUILDS_AT_ONCE = 2;

type Packages = Readonly<Record<string, string>>;

/** Packages by their names, and the folder of the first project of those that share them. */
interface Install {
  readonly packages: Record<string, string>;
  readonly first: string;
}

/**
 * Copies the projects to where the package lies, installs, checks and builds them. Projects that name no package in two
 * versions share one folder of packages. Resolves to their folders.
 */
export async function installed(beside: string, consumers: readonly Consumer[]): Promise<readonly string[]> {
  const installs: Install[] = [];
  const projects = consumers.map((consumer) => {
    const folder = copied(beside, consumer);
    const packages = packagesOf(folder);
    const shared = installs.find((install) => canShare(install.packages, packages));
    if (shared) Object.assign(shared.packages, packages);
    else installs.push({ packages, first: folder });
    return { consumer, folder, modules: join(shared?.first ?? folder, 'node_modules') };
  });
  await Promise.all(installs.map(install));
  for (const { folder, modules } of projects)
    if (modules !== join(folder, 'node_modules'))
      symlinkSync(modules, join(folder, 'node_modules'), 'junction');
  const waiting = [...projects];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await build(next.folder, next.consumer);
  };
  await Promise.all(Array.from({ length: BUILDS_AT_ONCE }, lane));
  return projects.map(({ folder }) => folder);
}

async function build(folder: string, consumer: Consumer): Promise<void> {
  if (consumer.build) await run(folder, 'npm', ['run', 'build'], consumer.build);
  if (consumer.typed) await run(folder, process.execPath, [tsc, '-p', '.']);
}

function copied(beside: string, { name, folder: source, shared = {}, versions }: Consumer): string {
  const folder = join(beside, name);
  cpSync(join(import.meta.dirname, source), folder, { recursive: true });
  for (const [place, path] of Object.entries(shared))
    cpSync(join(import.meta.dirname, path), join(folder, place));
  if (versions) replaceVersions(join(folder, 'package.json'), versions);
  return folder;
}

function packagesOf(folder: string): Record<string, string> {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as { readonly dependencies: Packages; readonly devDependencies?: Packages };
  return { ...dependencies, ...devDependencies };
}

/** A project with a Lit of its own shares nothing: the others have the one of the package. */
const canShare = (shared: Packages, packages: Packages) =>
  !('lit' in shared) &&
  !('lit' in packages) &&
  Object.entries(packages).every(([name, version]) => (shared[name] ?? version) === version);

/** Installs the packages in the first project, whose own list stays as it is. */
async function install({ packages, first }: Install): Promise<void> {
  const path = join(first, 'package.json');
  const own = readFileSync(path, 'utf8');
  writeFileSync(path, JSON.stringify({ private: true, dependencies: packages }));
  const settings = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  await run(first, 'npm', ['install', ...settings]);
  writeFileSync(path, own);
}

function replaceVersions(path: string, versions: Readonly<Record<string, string>>): void {
  let text = readFileSync(path, 'utf8');
  for (const [name, version] of Object.entries(versions)) {
    const line = new RegExp(`"${name}": ".*"`);
    if (!line.test(text)) throw new Error(`${path} has no ${name}`);
    text = text.replace(line, `"${name}": "${version}"`);
  }
  writeFileSync(path, text);
}
