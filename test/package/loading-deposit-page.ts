// A page for loading-deposit.slow.test.ts: its bundle, and a session that shows what the test says.
import '../../src/define/crypto-deposit.js';
import { wallet } from '../../stories/fixtures.js';
import { ScriptedDeposit } from '../../stories/scripted-deposit.js';

const session = new ScriptedDeposit({ phase: 'choosing', wallet: null });
const element = document.createElement('crypto-deposit');
Object.assign(element, { locale: 'en-GB', session });
document.body.append(element);

export function ready(): void {
  session.show({ phase: 'ready', wallet });
}

Object.assign(globalThis, { page: { ready } });
