import { z } from '@hono/zod-openapi';
import { ERRORS, type ErrorCode } from './errors.ts';

const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    amount_cents: z.int().optional(),
  })
  .meta({ id: 'Problem' });

type ProblemAnswer = {
  description: string;
  content: { 'application/problem+json': { schema: typeof Problem } };
};

/** The OpenAPI answers of the refusals that a route can give, grouped by status. */
export function problems<const C extends ErrorCode>(
  ...codes: C[]
): Record<(typeof ERRORS)[C][0], ProblemAnswer> {
  const answers: Record<number, ProblemAnswer> = {};
  for (const code of codes) {
    const [status] = ERRORS[code];
    const said = answers[status]?.description;
    answers[status] = {
      description: said ? `${said}, \`${code}\`` : `\`${code}\``,
      content: { 'application/problem+json': { schema: Problem } },
    };
  }
  return answers as Record<(typeof ERRORS)[C][0], ProblemAnswer>;
}

/** A JSON answer of the given shape. */
export function json<S extends z.ZodType>(schema: S, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/** A JSON request body of the given shape. */
export function body<S extends z.ZodType>(schema: S) {
  return { required: true, content: { 'application/json': { schema } } } as const;
}

/** A file answer. */
export function file(type: string, description: string) {
  return { description, content: { [type]: { schema: z.string().meta({ format: 'binary' }) } } };
}

/** Marks a route as one that wants a bearer token. */
export const signedIn = [{ bearer: [] }];

export const idParam = z.object({ id: z.string().meta({ param: { name: 'id', in: 'path' } }) });
