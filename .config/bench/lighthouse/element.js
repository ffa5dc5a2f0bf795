// The element on the shop's page of this bench: a payer with an address and a code before him.
import '../../../src/define/crypto-checkout.ts';
import { checkoutIn } from '../../../stories/fixtures.ts';
import { ready, ScriptedSession } from '../../../stories/scripted-session.ts';

document.querySelector('crypto-checkout').session = new ScriptedSession(ready(checkoutIn('awaiting')));
