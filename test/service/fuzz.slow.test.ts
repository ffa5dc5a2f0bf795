import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { ServiceError } from '../../src/service/index.js';
import { mutatedJson } from '../faults/mutations.js';
import { assertLinear, assertUnpolluted, wholeText } from '../faults/parser-properties.js';
import { answering, CALLS, KEYS } from './fuzz-calls.js';
import type { Clients } from './fuzz-calls.js';

type Call = (typeof CALLS)[number];

const bodyOf = ({ result }: Call, rest = '') =>
  `{"status":"success","result":${result},"all_count":1${rest}}`;

function assertTyped(error: unknown): void {
  assert.ok(error instanceof ServiceError, inspect(error));
  const said = `${wholeText(error)}\n${inspect(error, { depth: 20, showHidden: true })}`;
  for (const key of KEYS) assert.ok(!said.includes(key), `the error holds ${key}`);
  assert.ok(
    !said.includes(JSON.stringify(KEYS[0]).slice(1, -1)),
    'the error holds the key as JSON writes it',
  );
  assert.ok((error.serviceText ?? '').length <= 300, 'the message of the service fits a log line');
}

/** @returns whether the call accepted the response */
async function heard(call: Call, clients: Clients): Promise<boolean> {
  try {
    await call.send(clients);
    return true;
  } catch (error) {
    assertTyped(error);
    return false;
  } finally {
    assertUnpolluted();
  }
}

const statuses = fc.oneof(
  { weight: 6, arbitrary: fc.constant(200) },
  fc.constantFrom(201, 301, 400, 401, 403, 404, 418, 429, 500, 502, 503, 599),
);

describe('for any response of the service, a call returns a result or throws a ServiceError', () => {
  for (const call of CALLS) {
    test(call.name, async () => {
      assert.ok(
        await heard(
          call,
          answering(() => new Response(bodyOf(call))),
        ),
        'the example is taken',
      );
      let refused = 0;
      const property = fc.asyncProperty(
        mutatedJson(JSON.parse(bodyOf(call))),
        statuses,
        async (text, status) => {
          const clients = answering(() => new Response(text, { status }));
          if (!(await heard(call, clients))) refused += 1;
        },
      );
      await fc.assert(property, { numRuns: 300 });
      assert.ok(refused > 0, 'some answers were bad');
    });
  }

  test('bytes that are not UTF-8 or are cut off are an invalid response', async () => {
    const bytes = new TextEncoder().encode(CALLS.map((call) => bodyOf(call)).join(''));
    const property = fc.asyncProperty(
      fc.constantFrom(...CALLS),
      fc.nat(bytes.length),
      fc.uint8Array({ maxLength: 8 }),
      async (call, cut, put) => {
        const body = new Blob([bytes.slice(0, cut), put]);
        await heard(
          call,
          answering(() => new Response(body)),
        );
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });

  test('an error quotes no key, in any spelling by the service', async () => {
    for (const call of CALLS) {
      const key = call.name === 'create withdrawal' ? KEYS[1] : KEYS[0];
      const words = { 'Bad request': `you sent Token ${key}`, [key]: [{ [`x${key}`]: key + key }] };
      const property = fc.asyncProperty(mutatedJson({ status: 'error', result: words }), async (text) => {
        await heard(
          call,
          answering(() => new Response(text, { status: 400 })),
        );
      });
      await fc.assert(property, { numRuns: 50 });
    }
  });
});

describe('a huge response takes time in proportion to its length', () => {
  const [, list] = CALLS;
  for (const [what, filler] of [
    ['one long text', (size: number) => `"${'x'.repeat(size)}"`],
    ['one long number', (size: number) => '9'.repeat(size)],
    ['many escapes', (size: number) => `"${'\\u0041'.repeat(size / 6)}"`],
    ['many entries', (size: number) => `[${'0,'.repeat(size / 2)}0]`],
    [
      'an object of many fields',
      (size: number) => `{${Array.from({ length: size / 10 }, (_, n) => `"k${n}":0`).join()}}`,
    ],
  ] as const) {
    test(what, async () => {
      assert.ok(list);
      await assertLinear(30_000, async (size) => {
        const body = bodyOf(list, `,"more":${filler(size)}`);
        await heard(
          list,
          answering(() => new Response(body)),
        );
      });
    });
  }

  test('10 MB are not read to their end', async () => {
    let pulled = 0;
    const chunk = new Uint8Array(64 * 1024).fill(0x20);
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += chunk.byteLength;
        controller.enqueue(chunk);
      },
    });
    assert.ok(CALLS[0]);
    assert.equal(
      await heard(
        CALLS[0],
        answering(() => new Response(body)),
      ),
      false,
    );
    assert.ok(pulled < 5 * 1024 * 1024, `${pulled} bytes were read`);
  });

  test('a response that is nested too deep for any parser is invalid', async () => {
    for (const call of CALLS) {
      const deep = '['.repeat(1_000_000);
      assert.equal(
        await heard(
          call,
          answering(() => new Response(bodyOf(call, `,"more":${deep}`))),
        ),
        false,
      );
    }
  });
});
