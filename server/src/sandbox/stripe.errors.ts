import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

export type StripeErrorBody = {
  type: 'invalid_request_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
};

/** A refusal in the provider's own words; answered as `{ error }`. */
export class StripeRefusal extends Error {
  readonly status: ContentfulStatusCode;
  readonly body: StripeErrorBody;

  constructor(status: ContentfulStatusCode, body: StripeErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

export function invalid(message: string, extra: { code?: string; param?: string } = {}): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', message, ...extra });
}

export function missing(kind: string, id: string, param: string): StripeRefusal {
  return new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });
}

export function answerRefusal(c: Context, refusal: StripeRefusal) {
  return c.json({ error: refusal.body }, refusal.status);
}
