import type { z } from 'zod';
import { invalid } from './stripe.errors.ts';

export type FormTree = { [key: string]: FormTree | string };

/** How deep the provider's brackets go: `line_items[0][price_data][product_data][name]` and one to spare. */
const DEEPEST = 6;

/**
 * Reads a form body with bracketed names (`a[b][0]=c`) into a tree; `[]` takes the next free index.
 * Objects have no prototype, so a name such as `__proto__` is only a name.
 * Throws a StripeRefusal when a name is both a value and a branch.
 */
export function parseForm(body: string): FormTree {
  const root: FormTree = Object.create(null);
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.match(/^[^[\]]+|\[[^[\]]*\]/g);
    if (!path || path.join('') !== name || path.length > DEEPEST) {
      throw invalid(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name });
    }
    let branch = root;
    path.forEach((part, depth) => {
      const inner = part.startsWith('[') ? part.slice(1, -1) : part;
      const key = inner === '' ? String(Object.keys(branch).length) : inner;
      const here = branch[key];
      if (depth === path.length - 1) {
        if (typeof here === 'object') throw invalid(`Invalid object: ${name}`, { param: name });
        branch[key] = value;
      } else {
        if (typeof here === 'string') throw invalid(`Invalid object: ${name}`, { param: name });
        const next: FormTree = here ?? Object.create(null);
        branch[key] = next;
        branch = next;
      }
    });
  }
  return root;
}

/** A list as the form writes it: `{ 0: …, 1: … }` becomes an array in order; anything else stays as it is. */
export function listed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value);
  return keys.every((key) => /^\d{1,3}$/.test(key))
    ? Object.entries(value)
        .sort(([a], [b]) => Number(a) - Number(b))
        .map(([, item]) => item)
    : value;
}

/** `['a', 0, 'b']` → `a[0][b]`. */
const bracketed = (path: readonly PropertyKey[]) =>
  path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('');

/** Checks a tree against a schema; the first complaint is thrown in the provider's words. */
export function check<S extends z.ZodType>(schema: S, tree: FormTree): z.infer<S> {
  const result = schema.safeParse(tree);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const param = bracketed(issue?.path ?? []);
  if (issue?.code === 'unrecognized_keys') {
    const unknown = bracketed([...issue.path, issue.keys[0] ?? '']);
    throw invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
  }
  if (valueAt(tree, issue?.path ?? []) === undefined) {
    throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  throw invalid(issue?.message ?? 'Invalid request.', { param });
}

function valueAt(tree: FormTree, path: readonly PropertyKey[]): unknown {
  let here: FormTree | string | undefined = tree;
  for (const part of path) here = typeof here === 'object' ? here[String(part)] : undefined;
  return here;
}
