// Writes what other programs read of the proxy's HTTP face (OpenAPI 3.1.1), into dist.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { root } from './bootstrap.mjs';
import { schemasOf } from './openapi-schemas.mjs';

const FILES = ['src/protocol/index.ts'];
const TYPES = [
  ...['Checkout', 'Wallet', 'Problem', 'Status'],
  ...['OpenRequest', 'InvoiceRequest', 'CancelRequest', 'WalletRequest'],
];

const DESCRIPTION = `What the pages of a shop ask of its checkout proxy. A POST needs an \`Origin\` that the proxy allows, as browsers send it; notifications of the payment service need none. Whoever knows the id of a checkout may see and pay it.

Every error is a Problem (RFC 9457): \`code\` is one of a closed list, \`retryable\` says whether the same request may work later. Fields and currencies may be added: a program passes over those that it does not know. A path that is not listed is answered with \`not_found\`, another method with \`method_not_allowed\`.`;

const reference = (name) => ({ $ref: `#/components/schemas/${name}` });
const ofType = (mediaType, schema, more = {}) => ({ [mediaType]: { schema, ...more } });

const CONTENTS = {
  Checkout: ofType('application/json', reference('Checkout')),
  Wallet: ofType('application/json', reference('Wallet')),
  Status: ofType('application/json', reference('Status')),
  events: ofType(
    'text/event-stream',
    { type: 'string' },
    { 'x-events': { checkout: reference('Checkout'), alive: { type: 'string', const: '' } } },
  ),
  figures: ofType('text/plain', { type: 'string' }),
  nothing: undefined,
};

const text = (description) => ({ description, schema: { type: 'string' } });
const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds, where they are known.', schema: { type: 'integer' } },
};

function answersOf({ responses }) {
  return Object.entries(responses).map(([status, [content, description, texts = {}]]) => {
    const headers = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, text(value)]));
    const hasHeaders = Object.keys(headers).length > 0;
    return [
      status,
      {
        description,
        ...(hasHeaders && { headers }),
        ...(CONTENTS[content] && { content: CONTENTS[content] }),
      },
    ];
  });
}

/** The codes of one status together, with what each of them means. */
function problemsOf({ problems }, PROBLEMS) {
  const statuses = [...new Set(problems.map((code) => PROBLEMS[code].status))];
  return statuses.map((status) => {
    const codes = problems.filter((code) => PROBLEMS[code].status === status);
    const schema = { allOf: [reference('Problem'), { properties: { code: { enum: codes } } }] };
    return [
      String(status),
      {
        description: codes.map((code) => `${code}: ${PROBLEMS[code].title}.`).join(' '),
        ...(codes.some((code) => PROBLEMS[code].retryable) && { headers: RETRY_AFTER }),
        content: ofType('application/problem+json', schema),
      },
    ];
  });
}

/** A status may have both: `/readyz` says 503 without a problem. */
function responsesOf(operation, PROBLEMS) {
  const responses = {};
  for (const [status, response] of [...answersOf(operation), ...problemsOf(operation, PROBLEMS)]) {
    const former = responses[status];
    responses[status] = former
      ? { ...former, content: { ...former.content, ...response.content } }
      : response;
  }
  return {
    ...responses,
    default: {
      description: 'Anything else is a problem, too.',
      content: ofType('application/problem+json', reference('Problem')),
    },
  };
}

function parametersOf({ path, ...operation }) {
  const parameter = (name, where, description, required) => ({
    ...{ name, in: where, required, description, schema: { type: 'string' } },
  });
  const isOfPages = operation.request && operation.request !== 'anything';
  return [
    ...(path.includes(':id') ? [parameter('id', 'path', 'The id of the checkout.', true)] : []),
    ...(isOfPages ? [parameter('Origin', 'header', 'Of the page: browsers send it.', true)] : []),
    ...(operation.responses[304]
      ? [parameter('If-None-Match', 'header', 'An ETag from before.', false)]
      : []),
  ];
}

function bodyOf({ request }) {
  if (!request) return {};
  const isAnything = request === 'anything';
  const content = isAnything
    ? { '*/*': { schema: { description: 'In whatever form the service sends it.' } } }
    : ofType('application/json', reference(request));
  return { requestBody: { required: !isAnything, content } };
}

function pathsOf(routes, PROBLEMS) {
  const paths = {};
  for (const operation of routes) {
    const { method, path, id: operationId, summary, description } = operation;
    const parameters = parametersOf(operation);
    const key = path.replace(':id', '{id}');
    paths[key] = {
      ...paths[key],
      [method.toLowerCase()]: {
        ...{ operationId, summary },
        ...(description && { description }),
        ...(parameters.length > 0 && { parameters }),
        ...bodyOf(operation),
        responses: responsesOf(operation, PROBLEMS),
      },
    };
  }
  return paths;
}

/** The description of the proxy's HTTP face, out of the sources. */
export async function openApi() {
  const load = (path) => tsImport(pathToFileURL(join(root, path)).href, import.meta.url);
  const [{ ROUTES }, { PROBLEMS }] = await Promise.all([
    load('src/proxy/http/routes.ts'),
    load('src/protocol/problem.ts'),
  ]);
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    openapi: '3.1.1',
    info: {
      title: 'crypto-checkout proxy',
      version,
      license: { name: license, identifier: license },
      description: DESCRIPTION,
    },
    servers: [
      {
        url: '{host}{basePath}',
        variables: {
          host: { default: 'https://shop.example', description: 'Where the shop runs its proxy.' },
          basePath: { default: '/crypto-checkout', description: 'As the proxy is set up.' },
        },
      },
    ],
    paths: pathsOf(ROUTES, PROBLEMS),
    components: { schemas: schemasOf(FILES, TYPES) },
  };
}

export async function writeOpenApi() {
  writeFileSync(join(root, 'dist/openapi.json'), `${JSON.stringify(await openApi(), null, 2)}\n`);
}
