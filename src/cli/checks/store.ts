import { constants, existsSync, statSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { openStoreAdmin } from '../../proxy/admin.js';
import { isDatabaseUrl } from '../../proxy/store/engine/postgres.js';
import { escapeControlCharacters } from '../base/output.js';
import type { Finding } from './finding.js';
import { ok, failed, failedWithError } from './finding.js';

/** Can the proxy's store be read by this release? Nothing is made or brought up to date. */
export async function checkStore(path: string): Promise<readonly Finding[]> {
  if (isDatabaseUrl(path)) return checkThere(path);
  if (!existsSync(path)) return [await checkFolder(dirname(resolve(path)))];
  return statSync(path).isDirectory()
    ? [failed('store', `"${escapeControlCharacters(path)}" is a folder`, 'give the path of a file in it')]
    : checkThere(path);
}

async function checkFolder(folder: string): Promise<Finding> {
  try {
    await access(folder, constants.W_OK);
    return ok('store', 'not there yet: the proxy makes it');
  } catch {
    const remedy =
      'make it, give this user the right to write there, or name another file in CRYPTO_CHECKOUT_STORE';
    return failed(
      'store',
      `its folder ${escapeControlCharacters(folder)} is not there, or cannot be written`,
      remedy,
    );
  }
}

async function checkThere(path: string): Promise<readonly Finding[]> {
  try {
    const operator = await openStoreAdmin(path);
    try {
      const dead = await operator.events({ kind: 'dead', limit: 1 });
      return [ok('store', 'can be read, and is of this release'), deadLetters(dead.length > 0)];
    } finally {
      await operator.close();
    }
  } catch (error) {
    return [failedWithError('store', error)];
  }
}

function deadLetters(isAny: boolean): Finding {
  if (!isAny) return ok('events', 'none was given up');
  const remedy = 'see crypto-checkout event list --dead, then event resend';
  return failed('events', 'the shop could not be told of something', remedy);
}
