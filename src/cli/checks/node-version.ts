import type { Finding } from './finding.js';
import { ok, wrong } from './finding.js';

const NEEDED = [20, 19] as const;

/** @param version such as `20.19.4` */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const isEnough = major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
  if (isEnough) return ok('Node', version);
  return wrong('Node', `${version} is too old`, `install Node ${NEEDED.join('.')} or later`);
}
