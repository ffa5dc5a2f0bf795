import { NONE } from './formats.js';

/** What is the same in every invoice of a sandbox. */
export interface WireOptions {
  readonly testMode: boolean;
  readonly shopName: string;
  readonly feePaidBy: 'client' | 'merchant';
}

/** "Project object". */
export function projectToWire({ shopName }: WireOptions): object {
  return { id: 1, name: shopName, fail: NONE, success: NONE, logo: null };
}
