// The messages of the protocol as JSON Schema (2020-12), with the comments of their types.
import { toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import * as protocol from '../../src/protocol/index.js';
import { TIME_PATTERN } from '../../src/protocol/schema.js';
import { messageTypes, type Comment, type MessageType } from './message-types.js';

/** The parts of a schema that the messages need. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: string;
  readonly enum?: readonly (string | null)[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
}

const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const NULL: Schema = { type: 'null' };
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, NULL] });

/** The schemas by the names of their types: `checkoutSchema` describes `Checkout`. */
function schemasByName(): Readonly<Record<string, v.GenericSchema>> {
  const ofMessages = Object.entries(protocol).filter(([name]) => name.endsWith('Schema'));
  return Object.fromEntries(
    ofMessages.map(([name, schema]) => [
      name.charAt(0).toUpperCase() + name.slice(1, -'Schema'.length),
      schema as v.GenericSchema,
    ]),
  );
}

function convertAll(): Readonly<Record<string, Schema>> {
  return toJsonSchemaDefs(schemasByName(), {
    target: 'draft-2020-12',
    ignoreActions: ['check', 'readonly', 'trim'],
    overrideRef: ({ referenceId }) => reference(referenceId).$ref,
    overrideAction: ({ valibotAction, jsonSchema }) => {
      const { type } = valibotAction;
      if (type === 'regex') {
        const { requirement } = valibotAction as v.RegexAction<string, undefined>;
        if (requirement === TIME_PATTERN) return { type: 'string', format: 'date-time' };
        // JSON Schema has no flags: the only patterns with one are those of links.
        if (requirement.flags !== '') return { type: 'string', format: 'uri' };
      }
      if (type === 'safe_integer') return { type: 'integer' };
      // An optional field: the proxy omits it, and accepts `null` from other releases.
      return (type === 'transform' && (jsonSchema.anyOf?.[0] as object | undefined)) || jsonSchema;
    },
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      const { default: _, required, ...rest } = jsonSchema;
      if (valibotSchema.type !== 'object') return rest;
      const { entries } = valibotSchema as v.ObjectSchema<v.ObjectEntries, undefined>;
      // The proxy always sends a value that has a default for other releases.
      const sent = Object.keys(entries).filter((key) => required?.includes(key) || hasDefault(entries[key]));
      return { ...rest, ...(sent.length > 0 && { required: sent }) };
    },
  }) as Readonly<Record<string, Schema>>;
}

function hasDefault(entry: object | undefined): boolean {
  return entry !== undefined && 'default' in entry && entry.default === null;
}

/** Completes schemas: names lists of words, and adds the comments. */
class Finisher {
  /** The schemas of the lists of words that were found, by name. */
  readonly words = new Map<string, Schema>();
  readonly #lists: ReadonlyMap<string, MessageType>;

  constructor(types: readonly MessageType[]) {
    const lists = types.filter(({ words }) => words !== null);
    this.#lists = new Map(lists.map((type) => [this.#keyOf(type.words ?? []), type]));
  }

  #keyOf(words: readonly (string | null)[]): string {
    return [...words].sort().join();
  }

  finish(schema: Schema, type: MessageType, path: readonly string[] = []): Schema {
    const { properties, items, oneOf, anyOf = oneOf, ...rest } = this.#named(simplified(schema), path);
    return {
      ...rest,
      ...(properties && { properties: this.#finishFields(properties, type, path) }),
      ...(items && { items: this.finish(items, type, [...path, '']) }),
      ...(anyOf && { anyOf: anyOf.map((one) => this.finish(one, type, [...path, ''])) }),
    };
  }

  #finishFields(fields: Readonly<Record<string, Schema>>, type: MessageType, path: readonly string[]) {
    const finished = Object.entries(fields).map(([name, schema]) => {
      const own = [...path, name];
      const comment = type.fields.get(own.filter((part) => part !== '').join('.'));
      return [name, { ...this.finish(schema, type, own), ...(comment && keywordsOf(comment)) }] as const;
    });
    return Object.fromEntries(finished);
  }

  /** A list of words has a name of its own, unless it is the schema of that name. */
  #named(schema: Schema, path: readonly string[]): Schema {
    const words = schema.enum?.filter((word) => word !== null) ?? [];
    const list = path.length > 0 ? this.#lists.get(this.#keyOf(words)) : undefined;
    if (!list || words.length === 0) return schema;
    this.words.set(list.name, { type: 'string', enum: words });
    return words.length === schema.enum?.length ? reference(list.name) : orNull(reference(list.name));
  }
}

/** Joins `null` and a type that has no name. */
function simplified(schema: Schema): Schema {
  const [first, second] = schema.anyOf ?? [];
  if (schema.const !== undefined) return { type: 'string', ...schema };
  if (!first || second?.type !== 'null' || typeof first.type !== 'string') return schema;
  return { ...first, type: [first.type, 'null'], ...(first.enum && { enum: [...first.enum, null] }) };
}

function keywordsOf({ text, format }: Comment): Schema {
  return { ...(text !== '' && { description: text }), ...(format !== undefined && { format }) };
}

function referencesIn(value: unknown): readonly string[] {
  const names = [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)];
  return names.flatMap(([, name]) => name ?? []);
}

/**
 * Returns the schemas of messages, and of those that they refer to: by name, as OpenAPI's `components` have them.
 * @param wanted names of types
 */
export function schemasOf(wanted: readonly string[]): Readonly<Record<string, Schema>> {
  const types = new Map(messageTypes().map((type) => [type.name, type]));
  const converted = convertAll();
  const finisher = new Finisher([...types.values()]);
  const names = new Set(wanted);
  const components = new Map<string, Schema>();
  for (const name of names) {
    const type = types.get(name);
    const schema = converted[name] ?? finisher.words.get(name);
    if (!type || !schema) throw new Error(`the protocol has no schema of ${name}`);
    const finished = { ...finisher.finish(schema, type), ...keywordsOf(type.comment) };
    components.set(name, finished);
    for (const next of referencesIn(finished)) names.add(next);
  }
  return Object.fromEntries([...components].sort(([one], [other]) => one.localeCompare(other)));
}
