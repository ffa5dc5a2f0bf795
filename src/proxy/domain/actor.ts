import { isSamePerson } from '../../protocol/index.js';

/** The author and time of a change: one of the shop's staff, or a process under its own name. */
export interface Actor {
  /** The name in the audit log. */
  readonly person: string;
  readonly nowMs: number;
  /** In test mode no real money moves. Events carry this flag. */
  readonly testMode: boolean;
  /** Whether one person may both propose and approve. Default: false. */
  readonly onePerson?: boolean;
}

/** Whether the actor may confirm an action that `begunBy` has started. */
export function mayConfirm({ person, onePerson = false }: Actor, begunBy: string): boolean {
  return onePerson || !isSamePerson(person, begunBy);
}
