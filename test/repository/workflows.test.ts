import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { parse } from 'yaml';
import { root } from '../../.config/bootstrap.mjs';

const workflowSchema = v.object({
  name: v.string(),
  permissions: v.record(v.string(), v.picklist(['read', 'write'])),
  jobs: v.record(
    v.string(),
    v.object({
      'timeout-minutes': v.optional(v.number()),
      'strategy': v.optional(v.object({ matrix: v.record(v.string(), v.array(v.unknown())) })),
      'steps': v.array(v.object({ uses: v.optional(v.string()), run: v.optional(v.string()) })),
    }),
  ),
});

const formSchema = v.object({
  name: v.string(),
  description: v.string(),
  body: v.pipe(v.array(v.object({ type: v.string(), attributes: v.looseObject({}) })), v.minLength(1)),
});

const readYaml = (path: string): unknown => parse(readFileSync(join(root, '.github', path), 'utf8'));
const filesIn = (folder: string) =>
  readdirSync(join(root, '.github', folder)).map((name) => join(folder, name));
const workflows = new Map(
  filesIn('workflows').map((path) => [path, v.parse(workflowSchema, readYaml(path))] as const),
);
const { scripts, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
};

describe('the workflows', () => {
  it('run only scripts that run on every machine', () => {
    const steps = [...workflows.values()].flatMap(({ jobs }) =>
      Object.values(jobs).flatMap((job) => job.steps),
    );
    const runs = steps.flatMap(({ run }) => run ?? []);
    assert.ok(runs.length >= workflows.size);
    for (const run of runs) {
      const [, name = ''] = /^npm (?:run )?([\w:-]+)(?: -- .+)?$/.exec(run) ?? [];
      assert.ok(Object.hasOwn(scripts, name), run);
    }
  });

  it('test each supported version of Node', () => {
    const versions = workflows.get('workflows/test.yml')?.jobs['test']?.strategy?.matrix['node'];
    assert.deepEqual(versions, [20, 22, 24]);
    assert.match(engines.node, /^>=20\./);
    assert.equal(readFileSync(join(root, '.nvmrc'), 'utf8').trim(), '24');
  });

  it('hold no right to write but that of the proof of provenance and of the page', () => {
    const writing = [...workflows].filter(([, { permissions }]) =>
      Object.values(permissions).includes('write'),
    );
    assert.deepEqual(
      writing.map(([path, { permissions }]) => [path, permissions]),
      [['workflows/release.yml', { 'contents': 'read', 'id-token': 'write' }]],
    );
  });
});

describe('the issue forms', () => {
  for (const path of filesIn('ISSUE_TEMPLATE').filter((name) => !name.endsWith('config.yml')))
    it(`ask something: ${path}`, () => {
      v.parse(formSchema, readYaml(path));
    });
});
