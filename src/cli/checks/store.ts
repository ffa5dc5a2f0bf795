import { constants, existsSync, statSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isDatabaseUrl } from '../../proxy/settings.js';
import { openStaff, type Staff } from '../../proxy/staff/staff.js';
import { escapeControlCharacters } from '../base/output.js';
import { type Finding, ok, failed, failedWithError, warning } from './finding.js';

/** Checks whether this release can read the proxy's store. Neither creates nor migrates it. */
export async function checkStore(path: string): Promise<readonly Finding[]> {
  if (isDatabaseUrl(path)) return checkExisting(path);
  if (!existsSync(path)) return [await checkFolder(dirname(resolve(path)))];
  return statSync(path).isDirectory()
    ? [failed('store', `"${escapeControlCharacters(path)}" is a folder`, 'use the path of a file in it')]
    : checkExisting(path);
}

async function checkFolder(folder: string): Promise<Finding> {
  try {
    await access(folder, constants.W_OK);
    return ok('store', 'does not exist yet: the proxy creates it');
  } catch {
    const problem = `its folder ${escapeControlCharacters(folder)} is missing or not writable`;
    const remedy = 'create it, make it writable, or use another file in CRYPTO_CHECKOUT_STORE';
    return failed('store', problem, remedy);
  }
}

async function checkExisting(path: string): Promise<readonly Finding[]> {
  try {
    const staff = await openStaff(path);
    try {
      const dead = await staff.listEvents({ kind: 'dead', limit: 1 });
      return [
        ok('store', 'readable, schema of this release'),
        deadLetters(dead.length > 0),
        auditLog(await staff.verifyAudit()),
        ...unknownInvoice(await staff.findRefusedInvoice()),
      ];
    } finally {
      await staff.close();
    }
  } catch (error) {
    return [failedWithError('store', error)];
  }
}

function deadLetters(isAny: boolean): Finding {
  if (!isAny) return ok('events', 'no dead letters');
  const remedy = 'run crypto-checkout event list --dead, then event resend';
  return failed('events', 'events could not be delivered to the shop', remedy);
}

/** Warns about an invoice that the service does not know. Usually a sandbox was started without its file, or with another one. */
function unknownInvoice(id: string | null): readonly Finding[] {
  if (id === null) return [];
  const problem = `the service does not know ${escapeControlCharacters(id)}: was the sandbox reset?`;
  return [warning('invoices', problem, 'start the sandbox with its file, or delete the store too')];
}

/** Verifies the audit log. The proxy only appends to it, so any change comes from another program. */
function auditLog({ entries, brokenAt, hash }: Awaited<ReturnType<Staff['verifyAudit']>>): Finding {
  if (brokenAt !== null) {
    const remedy = 'restore the store from a backup, and find out who can write to it';
    return failed('audit log', `entry ${brokenAt} was changed, or the one before is missing`, remedy);
  }
  return ok(
    'audit log',
    entries === 0 ? 'empty' : `${entries} entries, the newest has hash ${hash.slice(0, 16)}…`,
  );
}
