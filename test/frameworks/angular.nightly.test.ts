import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { run } from '../consumers/projects.js';
import { frameworkProject, testPaidProject } from './paid-project.js';

/** Listens to the event as no page should: its detail is no number, and has no `orderNumber`. */
const WRONG_PAGE = `
  import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
  import 'crypto-checkout/define/crypto-checkout';

  @Component({
    selector: 'app-wrong-page',
    schemas: [CUSTOM_ELEMENTS_SCHEMA],
    template: \`
      <crypto-checkout (crypto-paid)="paid = $event.detail.orderId" />
      <crypto-checkout (crypto-paid)="paid = $event.detail.orderNumber" />
    \`,
  })
  export class WrongPage {
    paid = 0;
  }`;

testPaidProject(
  'Angular',
  frameworkProject('angular', 'src/checkout-proxy.ts'),
  {
    built: ['dist/shop/server/server.mjs'],
    development: (port) => [
      'node_modules/@angular/cli/bin/ng.js',
      'serve',
      '--host',
      '127.0.0.1',
      '--port',
      port,
    ],
  },
  ({ folder }) => {
    it('knows the types of events in templates', async () => {
      writeFileSync(join(folder(), 'src/wrong-page.ts'), WRONG_PAGE);
      writeFileSync(
        join(folder(), 'tsconfig.wrong.json'),
        JSON.stringify({ extends: './tsconfig.json', include: ['src/wrong-page.ts'] }),
      );
      const compiled = run(folder(), 'npx', ['ngc', '-p', 'tsconfig.wrong.json', '--noEmit']);
      const { message } = await compiled.then(
        () => assert.fail('it compiles'),
        (error: unknown) => (error instanceof Error ? error : assert.fail(String(error))),
      );
      assert.match(message, /Type 'string' is not assignable to type 'number'/);
      assert.match(message, /Property 'orderNumber' does not exist on type 'PaymentDetail'/);
      assert.equal(message.match(/TS\d+:/g)?.length, 2, message);
    });
  },
);
