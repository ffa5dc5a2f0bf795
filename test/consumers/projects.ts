import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

/** Copies the project to where the package lies, installs, checks and builds it. Resolves to its folder. */
export async function installed(beside: string, consumer: Consumer): Promise<string> {
  const folder = join(beside, consumer.name);
  cpSync(join(import.meta.dirname, consumer.folder), folder, { recursive: true });
  for (const [place, path] of Object.entries(consumer.shared ?? {}))
    cpSync(join(import.meta.dirname, path), join(folder, place));
  if (consumer.versions) replaceVersions(join(folder, 'package.json'), consumer.versions);
  await install(folder);
  if (consumer.build) await run(folder, 'npm', ['run', 'build'], consumer.build);
  if (consumer.typed) await run(folder, process.execPath, [tsc, '-p', '.']);
  return folder;
}

/** Folders with installed packages, by their list. */
const installs = new Map<string, Promise<string>>();

/** Installs the packages of the project, unless another one beside it has the same. */
async function install(folder: string): Promise<void> {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as {
    readonly dependencies: object;
    readonly devDependencies?: object;
  };
  const list = JSON.stringify([dirname(folder), dependencies, devDependencies]);
  const shared = installs.get(list);
  if (shared !== undefined) return symlinkSync(await shared, join(folder, 'node_modules'), 'junction');
  const settings = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', '--include=dev'];
  const installing = run(folder, 'npm', ['install', ...settings]).then(() => join(folder, 'node_modules'));
  installs.set(list, installing);
  await installing;
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
