import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { parse } from 'yaml';
import { root } from '../../.config/bootstrap.mjs';

const rightsSchema = v.record(v.string(), v.picklist(['read', 'write']));
const variablesSchema = v.record(v.string(), v.union([v.string(), v.number()]));

const workflowSchema = v.object({
  name: v.string(),
  permissions: rightsSchema,
  env: v.optional(variablesSchema),
  jobs: v.record(
    v.string(),
    v.object({
      'permissions': v.optional(rightsSchema),
      'container': v.optional(v.string()),
      'env': v.optional(variablesSchema),
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
    const writing = [...workflows].flatMap(([path, { permissions, jobs }]) =>
      [
        ['', permissions] as const,
        ...Object.entries(jobs).map(([job, own]) => [job, own.permissions ?? {}] as const),
      ].flatMap(([job, rights]) =>
        Object.keys(rights)
          .filter((right) => rights[right] === 'write')
          .map((right) => `${path} ${job} ${right}`),
      ),
    );
    assert.deepEqual(writing.toSorted(), [
      'workflows/release.yml publish id-token',
      'workflows/storybook.yml deploy id-token',
      'workflows/storybook.yml deploy pages',
    ]);
  });

  it('let git and Firefox work in a container, where the checkout and the home folder belong to another user', () => {
    const containers = [...workflows].flatMap(([path, { jobs, env }]) =>
      Object.entries(jobs)
        .filter(([, { container }]) => container !== undefined)
        .map(([job, own]) => ({ name: `${path} ${job}`, env: { ...env, ...own.env } })),
    );
    assert.ok(containers.length > 5);
    for (const { name, env } of containers)
      assert.deepEqual(
        [env['HOME'], env['GIT_CONFIG_COUNT'], env['GIT_CONFIG_KEY_0'], env['GIT_CONFIG_VALUE_0']],
        ['/root', 1, 'safe.directory', '*'],
        name,
      );
  });
});

describe('the issue forms', () => {
  for (const path of filesIn('ISSUE_TEMPLATE').filter((name) => !name.endsWith('config.yml')))
    it(`ask something: ${path}`, () => {
      v.parse(formSchema, readYaml(path));
    });
});
