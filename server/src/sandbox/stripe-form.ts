import qs from 'qs';
import type { z } from 'zod';
import { invalid } from './refusals.ts';

/** A request of this application has about fifteen parameters. */
const MOST_PARAMETERS = 100;
/** The deepest name of the provider, `line_items[0][price_data][product_data][name]`, and one level more. */
const DEEPEST = 5;

/**
 * Reads a form with names such as `a[b][0]=c` into an object. Throws a StripeRefusal for too many parameters or too
 * deep names.
 */
export function parseForm(body: string): Record<string, unknown> {
  try {
    return qs.parse(body, {
      parameterLimit: MOST_PARAMETERS,
      arrayLimit: MOST_PARAMETERS,
      depth: DEEPEST,
      strictDepth: true,
      throwOnLimitExceeded: true,
      plainObjects: true,
    });
  } catch (error) {
    if (error instanceof RangeError) throw invalid(error.message);
    throw error;
  }
}

/** Turns `['a', 0, 'b']` into `a[0][b]`. */
const bracketed = (path: readonly PropertyKey[]) =>
  path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('');

/** Checks a form against a schema. Throws the first error in the provider's words. */
export function check<S extends z.ZodType>(schema: S, form: Record<string, unknown>): z.infer<S> {
  const result = schema.safeParse(form);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const param = bracketed(issue?.path ?? []);
  if (issue?.code === 'unrecognized_keys') {
    const unknown = bracketed([...issue.path, issue.keys[0] ?? '']);
    throw invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
  }
  if (valueAt(form, issue?.path ?? []) === undefined) {
    throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  throw invalid(issue?.message ?? 'Invalid request.', { param });
}

function valueAt(form: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (here, part) =>
      typeof here === 'object' && here !== null ? (here as Record<PropertyKey, unknown>)[part] : undefined,
    form,
  );
}
