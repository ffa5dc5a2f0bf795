import * as v from 'valibot';
import { PROBLEM_CODES } from './problem-codes.js';
import { flag, object, optional, text } from './schema.js';

/** The body of every error (`application/problem+json`, RFC 9457). Never contains the service's message. */
export const problemSchema = object({
  type: v.fallback(v.picklist(['about:blank']), 'about:blank'),
  title: text,
  /** The HTTP status. */
  status: v.pipe(v.number(), v.integer()),
  code: v.picklist(PROBLEM_CODES),
  retryable: flag,
  requestId: text,
  /** The remedy for the developer, such as which field is missing. */
  detail: v.fallback(optional(text), undefined),
});
export interface Problem extends v.InferOutput<typeof problemSchema> {}

/** Parses the body of an error response; `null` if the protocol does not know the problem. Never throws. */
export function parseProblem(value: unknown): Problem | null {
  const result = v.safeParse(problemSchema, value);
  return result.success ? result.output : null;
}
