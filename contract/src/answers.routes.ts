import { createRoute, type RouteConfig, z } from '@hono/zod-openapi';
import { ChannelFields } from './chromatograms.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import type { Audited, StepUp, Who } from './who.ts';

const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    amount_cents: z.int().optional(),
    session_ended: z.literal(true).optional(),
  })
  .meta({ id: 'Problem' });

type ProblemAnswer = {
  description: string;
  content: { 'application/problem+json': { schema: typeof Problem } };
};

/** The refusals of a route in the OpenAPI document, grouped by HTTP status. */
function problems(codes: Iterable<ErrorCode>): Record<number, ProblemAnswer> {
  const answers: Record<number, ProblemAnswer> = {};
  for (const code of codes) {
    const [status] = ERRORS[code];
    const others = answers[status]?.description;
    answers[status] = {
      description: others ? `${others}, \`${code}\`` : `\`${code}\``,
      content: { 'application/problem+json': { schema: Problem } },
    };
  }
  return answers;
}

export function json<S extends z.ZodType>(schema: S, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/** A JSON answer with an object of this schema in its field `data`. */
export function data<S extends z.ZodType>(schema: S, description: string) {
  return json(z.object({ data: schema }), description);
}

export function file(type: string, description: string) {
  return { description, content: { [type]: { schema: z.string().meta({ format: 'binary' }) } } };
}

export const idParam = z.object({ id: z.string().meta({ param: { name: 'id', in: 'path' } }) });

const fileField = { file: z.any().meta({ type: 'string', format: 'binary' }) };
const upload = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: z.object(fileField),
    },
  },
} as const;
const traceUpload = {
  required: true,
  content: { 'multipart/form-data': { schema: ChannelFields.extend(fileField) } },
} as const;

type Method = 'get' | 'post' | 'put' | 'delete';

type Call = {
  summary: string;
  description?: string;
  /** Who may call this route. If it is omitted, the default of the list of routes applies. */
  who?: Who;
  /** Who must have confirmed the session within the last ten minutes. */
  stepUp?: StepUp;
  /** The action in the audit log for a read of other people's data by staff. See `Audited`. */
  audited?: Audited;
  /** Everybody may call the route, and a signed-in reader gets more data. */
  isBetterSignedIn?: true;
  /** Everybody may call the route, but the request needs the signature of a payment provider. */
  isSignedByProvider?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: z.ZodType;
  optionalBody?: z.ZodType;
  /** The route takes a file in the multipart field `file` instead of JSON. */
  takesFile?: true | 'with a wish for a channel';
  answers: RouteConfig['responses'];
  /** Refusals that this route adds to the usual refusals of its method, its access and its body. */
  refuses?: readonly ErrorCode[];
};

type JsonBody<S> = { content: { 'application/json': { schema: S } } };
type RequestOf<C extends Call> = (C extends { params: infer S } ? { params: S } : object) &
  (C extends { query: infer S } ? { query: S } : object) &
  (C extends { headers: infer S } ? { headers: S } : object) &
  (C extends { body: infer S } ? { body: JsonBody<S> & { required: true } } : object) &
  (C extends { optionalBody: infer S } ? { body: JsonBody<S> } : object) &
  (C extends { takesFile: true } ? { body: typeof upload } : object) &
  (C extends { takesFile: 'with a wish for a channel' } ? { body: typeof traceUpload } : object);
/** `/tests/{id}` in the syntax of the router: `/tests/:id`. */
type RoutingPath<P extends string> = P extends `${infer Head}/{${infer Name}}${infer Tail}`
  ? `${Head}/:${Name}${RoutingPath<Tail>}`
  : P;
type RouteOf<M extends Method, P extends string, C extends Call> = {
  method: M;
  path: P;
  request: RequestOf<C>;
  /** The type leaves out the refusals, because clients read them in the same way from every answer. */
  responses: C['answers'];
  getRoutingPath(): RoutingPath<P>;
};

const anybody = {};
const bearer = { bearer: [] };

/**
 * Makes routes from their descriptions. It adds to each route the refusals that follow from its access, method and
 * body: `unauthenticated`; `forbidden` and `not_found` for staff; `cross_site` for changes; `malformed` and
 * `invalid_fields` for a body. A route without an access of its own gets `usualWho`. The OpenAPI document states the
 * access as `x-who`, a step-up as `x-step-up`, and an audited read as `x-audited`.
 */
export function routesOf(tag: string, usualWho: Who) {
  return <const M extends Method, const P extends string, const C extends Call>(
    method: M,
    path: P,
    call: C,
  ): RouteOf<M, P, C> => {
    const who = call.who ?? usualWho;
    const own = call.refuses ?? [];
    const shared = sharedRefusals(method, who, call).filter((code) => !own.includes(code));
    const config = {
      method,
      path,
      tags: [tag],
      summary: call.summary,
      ...securityOf(who, call),
      'x-who': who,
      ...(call.stepUp ? { 'x-step-up': call.stepUp } : {}),
      ...(call.audited ? { 'x-audited': call.audited } : {}),
      ...(call.description ? { description: call.description } : {}),
      request: requestOf(call),
      responses: { ...call.answers, ...problems([...shared, ...own]) },
    };
    // The config has the right type, but TypeScript cannot check it because of the spread operators.
    return createRoute(config) as unknown as RouteOf<M, P, C>;
  };
}

const wantsToken = (who: Who): boolean => who !== 'open' && who !== 'result';
const LABORATORY: readonly Who[] = ['staff', 'reviewer', 'admin', 'labKey'];

function securityOf(who: Who, { isBetterSignedIn }: Call): Pick<RouteConfig, 'security'> {
  if (isBetterSignedIn) return { security: [bearer, anybody] };
  return wantsToken(who) ? { security: [bearer] } : {};
}

function requestOf({ params, query, headers, body, optionalBody, takesFile }: Call) {
  return {
    ...(params ? { params } : {}),
    ...(query ? { query } : {}),
    ...(headers ? { headers } : {}),
    ...(body ? { body: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    ...(optionalBody ? { body: { content: { 'application/json': { schema: optionalBody } } } } : {}),
    ...(takesFile ? { body: takesFile === true ? upload : traceUpload } : {}),
  };
}

function sharedRefusals(method: Method, who: Who, call: Call): ErrorCode[] {
  const hasBody = Boolean(call.body ?? call.optionalBody ?? call.takesFile);
  const codes: ErrorCode[] = [];
  if (call.isSignedByProvider) return codes;
  if (hasBody) codes.push('malformed', 'invalid_fields');
  if (wantsToken(who)) codes.push('unauthenticated');
  if (call.stepUp) codes.push('step_up_required');
  if (LABORATORY.includes(who)) codes.push('forbidden', 'not_found');
  if (method !== 'get') codes.push('cross_site');
  return codes;
}
