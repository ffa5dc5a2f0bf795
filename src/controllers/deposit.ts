import type { ReactiveControllerHost } from 'lit';
import type { DepositSession, DepositSnapshot } from '../checkout/deposit-session.js';
import { OnlookerController } from './onlooker.js';

/** There is no session yet. */
export const UNOPENED: DepositSnapshot = { phase: 'choosing', wallet: null };

/** Holds the session of a deposit. */
export class DepositController extends OnlookerController<DepositSnapshot, DepositSession> {
  constructor(
    host: ReactiveControllerHost & HTMLElement,
    onChange: (before: DepositSnapshot, after: DepositSnapshot) => void,
  ) {
    super(host, UNOPENED, onChange);
  }
}
