import { isSamePerson } from '../../protocol/index.js';

/** Who changes something, and when: a person of the shop's staff, or a process under a name of its own. */
export interface Actor {
  /** The name in the audit log. */
  readonly person: string;
  readonly nowMs: number;
  /** Whether no real money moves, which events state. */
  readonly testMode: boolean;
  /** Whether one person may both propose and approve. Default: false. */
  readonly onePerson?: boolean;
}

/** Whether the actor may confirm what a person has begun. */
export function mayConfirm({ person, onePerson = false }: Actor, begunBy: string): boolean {
  return onePerson || !isSamePerson(person, begunBy);
}
