import type { ProblemCode } from '../../src/protocol/index.js';

/** The subset of OpenAPI 3.1 and JSON Schema that is used. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

export interface Described {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly parameters?: readonly DescribedParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
}

interface DescribedResponse {
  readonly content?: Readonly<Record<string, DescribedContent>>;
}

interface DescribedContent {
  readonly 'schema': Schema;
  readonly 'x-events'?: Readonly<Record<string, Schema>>;
}

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text)),
  'date': (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  'uri': (text) => URL.canParse(text),
};

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/**
 * The parts of a value that the schema does not allow, each with its path; unlisted fields are allowed. A keyword
 * that is unknown here is an error of this check.
 */
export function faultsOf(
  value: unknown,
  schema: Schema,
  schemas: Described['components']['schemas'],
): string[] {
  return [...faults(value, schema, schemas, '$')];
}

type Faults = Generator<string, void, undefined>;

function* faults(
  value: unknown,
  schema: Schema,
  schemas: Readonly<Record<string, Schema>>,
  at: string,
): Faults {
  const { $ref, type, const: only, enum: choice, anyOf, allOf } = schema;
  if ($ref !== undefined) {
    const target = schemas[$ref.replace('#/components/schemas/', '')];
    if (target) yield* faults(value, target, schemas, at);
    else yield `${at}: there is no ${$ref}`;
  }
  for (const part of allOf ?? []) yield* faults(value, part, schemas, at);
  if (anyOf && !anyOf.some((part) => [...faults(value, part, schemas, at)].length === 0))
    yield `${at}: none of anyOf`;
  const types = [type ?? []].flat();
  if (types.length > 0 && !types.includes(typeOf(value)))
    yield `${at}: ${typeOf(value)}, not ${String(type)}`;
  if (only !== undefined && value !== only) yield `${at}: ${JSON.stringify(value)}`;
  if (choice && !choice.includes(value)) yield `${at}: ${JSON.stringify(value)}, none of those listed`;
  if (typeof value === 'string') yield* textFaults(value, schema, at);
  if (typeof value === 'number' && value < (schema.minimum ?? -Infinity)) yield `${at}: ${value} is too low`;
  if (Array.isArray(value) && schema.items)
    for (const [index, item] of value.entries())
      yield* faults(item, schema.items, schemas, `${at}[${index}]`);
  if (isObject(value) && schema.properties) yield* fieldFaults(value, schema, schemas, at);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function* textFaults(text: string, schema: Schema, at: string): Faults {
  const { format, pattern, minLength = 0, maxLength = Infinity } = schema;
  if (text.length < minLength || text.length > maxLength) yield `${at}: ${text.length} characters`;
  if (format !== undefined && !FORMATS[format]?.(text)) yield `${at}: "${text}" is no ${format}`;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text))
    yield `${at}: "${text}" is not ${pattern}`;
}

function* fieldFaults(
  value: Readonly<Record<string, unknown>>,
  { properties = {}, required = [] }: Schema,
  schemas: Readonly<Record<string, Schema>>,
  at: string,
): Faults {
  for (const name of required) if (!Object.hasOwn(value, name)) yield `${at}.${name} is missing`;
  for (const [name, field] of Object.entries(value)) {
    const schema = properties[name];
    if (schema) yield* faults(field, schema, schemas, `${at}.${name}`);
    // If a part narrows one field, the others are described elsewhere.
    else if (required.length > 0) yield `${at}.${name} is not described`;
  }
}

/** `GET /checkouts/:id 200`, and with the code of a problem `… 404 checkout_not_found`. */
export function* described({ paths }: Described, codesOf: (schema: Schema) => readonly ProblemCode[]) {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { responses }] of Object.entries(methods)) {
      for (const [status, { content = {} }] of Object.entries(responses)) {
        const name = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/, ':$1')} ${status}`;
        if (status === 'default') continue;
        const problem = content['application/problem+json'];
        if (Object.keys(content).length > (problem ? 1 : 0) || !problem) yield name;
        for (const code of problem ? codesOf(problem.schema) : []) yield `${name} ${code}`;
      }
    }
  }
}
