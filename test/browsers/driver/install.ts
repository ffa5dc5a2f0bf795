// Finds the programs that tests need beside Chromium (other browsers, a balancer, the languages of the samples), and installs
// them if it can.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { exclusively, fail, log, mustInstall } from '../../../.config/bootstrap.mjs';
import { canInstallPackages, ensureFont, installPackages } from './debian-packages.js';
import { findMiniBrowser } from './webkit-driver.js';

const onPath = (name: string) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

function findFirefox() {
  const chosen = process.env.FIREFOX_PATH;
  if (chosen && !existsSync(chosen))
    fail(`FIREFOX_PATH=${chosen} does not exist. Point it to Firefox, or unset it.`);
  const usual = [
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ];
  return chosen ?? usual.find((path) => existsSync(path));
}

interface Language {
  readonly name: string;
  readonly probe: readonly [command: string, ...args: string[]];
  readonly says: RegExp;
  readonly packages: readonly string[];
}

interface Engine {
  readonly name: string;
  readonly packages: readonly string[];
  readonly find: () => string | undefined;
  readonly remedy: string;
  /** Its test reports this. */
  readonly canBeMissing?: boolean;
}

/** The languages of the samples: a command that checks the requirements of a sample, and the packages of Debian for them. */
const LANGUAGES: readonly Language[] = [
  {
    name: 'PHP with pdo_sqlite',
    probe: ['php', '-m'],
    says: /^pdo_sqlite$/m,
    packages: ['php-cli', 'php-sqlite3'],
  },
  {
    name: 'Python 3',
    probe: ['python3', '-c', 'import sqlite3; print(3)'],
    says: /^3/,
    packages: ['python3'],
  },
  { name: 'Ruby', probe: ['ruby', '--version'], says: /^ruby/, packages: ['ruby'] },
  { name: 'Go', probe: ['go', 'version'], says: /^go version/, packages: ['golang-go'] },
  // A runtime alone cannot run a source file.
  {
    name: 'a JDK',
    probe: ['java', '--list-modules'],
    says: /^jdk\.compiler/m,
    packages: ['default-jdk-headless'],
  },
];

function missingLanguages() {
  return LANGUAGES.filter(({ probe: [command, ...args], says }) => {
    const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
    return status !== 0 || !says.test(stdout);
  });
}

export type EngineName = 'firefox' | 'webkit' | 'nginx' | 'caddy' | 'languages' | 'translate-toolkit';

const ENGINES: Readonly<Record<EngineName, Engine>> = {
  'firefox': {
    name: 'Firefox',
    packages: ['firefox-esr'],
    find: findFirefox,
    remedy: 'Install Firefox, or set FIREFOX_PATH.',
  },
  'webkit': {
    name: 'WebKitGTK with its driver',
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
    find: () => (onPath('WebKitWebDriver') && onPath('Xvfb') ? findMiniBrowser() : undefined),
    remedy: 'Install WebKitWebDriver, its MiniBrowser and Xvfb (Debian: webkit2gtk-driver xvfb); Linux only.',
  },
  'nginx': {
    name: 'nginx',
    packages: ['nginx-light'],
    find: () => onPath('nginx') ?? ['/usr/sbin/nginx'].find((path) => existsSync(path)),
    remedy: 'Install nginx.',
    canBeMissing: true,
  },
  'caddy': {
    name: 'Caddy',
    packages: ['caddy'],
    find: () => onPath('caddy'),
    remedy: 'Install Caddy.',
    canBeMissing: true,
  },
  'translate-toolkit': {
    name: 'Translate Toolkit',
    packages: ['translate-toolkit'],
    find: () => onPath('po2xliff'),
    remedy: 'Install it: the tests convert messages to XLIFF and back.',
    canBeMissing: true,
  },
  'languages': {
    get name() {
      return missingLanguages()
        .map(({ name }) => name)
        .join(', ');
    },
    get packages() {
      return missingLanguages().flatMap(({ packages }) => packages);
    },
    find: () => (missingLanguages().length === 0 ? 'all of them' : undefined),
    remedy: 'Install it: the tests run the samples of the readme in five languages.',
  },
};

/** The path of an engine; installs it on Debian if there is none, and reports that first. */
export async function ensureEngine(engine: EngineName): Promise<string | undefined> {
  const { name, packages, find, remedy, canBeMissing = false } = ENGINES[engine];
  await ensureFont();
  const found = find();
  if (found) return found;
  if (canBeMissing && !canInstallPackages()) return undefined;
  mustInstall(`${name} is`);
  if (!canInstallPackages())
    fail(`No ${name} found, and only on Debian, as root, is it installed here. ${remedy}`);
  await exclusively(async () => {
    if (find()) return;
    log(`no ${name} found: installing it for the tests (apt-get install ${packages.join(' ')})`);
    await installPackages(packages);
  }, 'system-packages');
  return find() ?? fail(`No ${name} found. ${remedy}`);
}
