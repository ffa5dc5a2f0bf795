// Writes the OpenAPI 3.1.1 description of the proxy into dist.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap.mjs';
import { MERCHANT_PATHS, PATHS } from '../../src/protocol/paths.js';
import { PROBLEMS } from '../../src/protocol/problem-table.js';
import type { Route } from '../../src/proxy/http/route.js';
import { ROUTES } from '../../src/proxy/http/routes.js';
import { schemasOf } from './openapi-schemas.js';
import { packageJson } from './package-json.js';

const DESCRIPTION = `The API that the pages of a shop use. A POST of a page needs an \`Origin\` that the proxy allows, as browsers send it; postbacks of the payment service need none. Anyone who has the id of a checkout can view and pay it.

Every error is a Problem (RFC 9457): \`code\` is one of a closed list, \`retryable\` says whether the same request may succeed later. Fields and currencies may be added: ignore those that you do not know. Unlisted paths return \`not_found\`, other methods \`method_not_allowed\`.`;

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const ofType = (mediaType: string, schema: object, more: object = {}) => ({
  [mediaType]: { schema, ...more },
});

/** A stream of one kind of message, and of heartbeats. */
const stream = (message: string, type: string) =>
  ofType(
    'text/event-stream',
    { type: 'string' },
    {
      'x-events': { [message]: reference(type), heartbeat: { type: 'string', const: '' } },
    },
  );

/** What a response contains, if it is no type of the protocol. */
const OTHER_CONTENTS: Readonly<Record<string, object | undefined>> = {
  events: stream('checkout', 'Checkout'),
  changes: stream('change', 'StaffChange'),
  page: ofType('text/html', { type: 'string' }),
  metrics: ofType('text/plain', { type: 'string' }),
  script: ofType('text/javascript', { type: 'string' }),
  image: ofType('image/*', { type: 'string', contentEncoding: 'binary' }),
  nothing: undefined,
};

function contentOf(content: string): object | undefined {
  return content in OTHER_CONTENTS ? OTHER_CONTENTS[content] : ofType('application/json', reference(content));
}

/** The types of the protocol that routes accept, return or stream. */
function typesOf(routes: readonly Route[]): readonly string[] {
  const responses = routes.flatMap((route) => Object.values(route.responses).map(([content]) => content));
  const requests = routes.flatMap(({ request }) => (request && request !== 'anything' ? [request] : []));
  return [
    ...new Set([
      'Problem',
      ...responses.filter((name) => !(name in OTHER_CONTENTS)),
      'StaffChange',
      ...requests,
    ]),
  ];
}

const text = (description: string) => ({ description, schema: { type: 'string' } });
const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds, if known.', schema: { type: 'integer' } },
};

interface Response {
  readonly description: string;
  readonly headers?: object;
  readonly content?: object;
}

type ByStatus = readonly (readonly [status: string, response: Response])[];

function answersOf({ responses }: Route): ByStatus {
  return Object.entries(responses).map(([status, [name, description, texts = {}]]) => {
    const headers = Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, text(value)]));
    const content = contentOf(name);
    const hasHeaders = Object.keys(headers).length > 0;
    return [status, { description, ...(hasHeaders && { headers }), ...(content && { content }) }];
  });
}

/** Groups the codes by status, each with its meaning. */
function problemsOf({ problems }: Route): ByStatus {
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

/** A status may have both: `/readyz` returns 503 without a problem. */
function responsesOf(route: Route): Readonly<Record<string, Response>> {
  const responses: Record<string, Response> = {};
  for (const [status, response] of [...answersOf(route), ...problemsOf(route)]) {
    const former = responses[status];
    responses[status] = former
      ? { ...former, content: { ...former.content, ...response.content } }
      : response;
  }
  return {
    ...responses,
    default: {
      description: 'Any other response is a problem as well.',
      content: ofType('application/problem+json', reference('Problem')),
    },
  };
}

/** What the id in a path names. That of the page of a payment without JavaScript is no capability. */
function idOf(path: string): string {
  if (path === PATHS.formPayment) return 'The name of the page.';
  if (path === MERCHANT_PATHS.resend) return 'The id of the event.';
  if (path.startsWith(MERCHANT_PATHS.payouts)) return 'The id of the payout.';
  return path.startsWith(MERCHANT_PATHS.payments)
    ? 'The `paymentId` of the payment.'
    : 'The id of the checkout.';
}

function parametersOf({ path, request, responses, caller, query = {} }: Route): readonly object[] {
  const parameter = (name: string, where: string, description: string, required: boolean) => ({
    ...{ name, in: where, required, description, schema: { type: 'string' } },
  });
  const isOfPages = request && (caller === 'page' || caller === 'staff');
  const origin = `The origin of the page. Browsers send it.${caller === 'staff' ? ' A server sends none.' : ''}`;
  return [
    ...(path.includes(':id') ? [parameter('id', 'path', idOf(path), true)] : []),
    ...(path.includes(':file') ? [parameter('file', 'path', 'The name of the file.', true)] : []),
    ...(isOfPages ? [parameter('Origin', 'header', origin, caller === 'page')] : []),
    ...(caller === 'staff'
      ? [parameter('Authorization', 'header', '`Bearer` and a merchant session.', true)]
      : []),
    ...Object.entries(query).map(([name, meaning]) =>
      parameter(name, 'query', meaning, meaning.startsWith('Required.')),
    ),
    ...(responses[304]
      ? [parameter('If-None-Match', 'header', 'An ETag of an earlier response.', false)]
      : []),
  ];
}

function bodyOf({ request }: Route): object {
  if (!request) return {};
  const isAnything = request === 'anything';
  const content = isAnything
    ? { '*/*': { schema: { description: 'In any form that the service sends.' } } }
    : ofType(
        request === 'FormRequest' ? 'application/x-www-form-urlencoded' : 'application/json',
        reference(request),
      );
  return { requestBody: { required: !isAnything, content } };
}

function pathsOf(routes: readonly Route[]): Readonly<Record<string, object>> {
  const paths: Record<string, object> = {};
  for (const route of routes) {
    const { method, path, id: operationId, summary, description } = route;
    const parameters = parametersOf(route);
    const key = path.replace(/:(\w+)/, '{$1}');
    paths[key] = {
      ...paths[key],
      [method.toLowerCase()]: {
        ...{ operationId, summary },
        ...(description && { description }),
        ...(parameters.length > 0 && { parameters }),
        ...bodyOf(route),
        responses: responsesOf(route),
      },
    };
  }
  return paths;
}

/** Creates the description from the sources. */
export function openApi() {
  const { version, license } = packageJson;
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
          host: { default: 'https://shop.example', description: 'The host of the proxy.' },
          basePath: { default: '/crypto-checkout', description: 'The option `basePath` of the proxy.' },
        },
      },
    ],
    paths: pathsOf(ROUTES),
    components: { schemas: schemasOf(typesOf(ROUTES)) },
  };
}

export function writeOpenApi(): void {
  writeFileSync(join(root, 'dist/openapi.json'), `${JSON.stringify(openApi(), null, 2)}\n`);
}
