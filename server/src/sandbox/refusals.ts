import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { SandboxContext } from './provider.ts';

/** The provider refuses a call. `answer` is the response body in the provider's format. */
export class ProviderRefusal extends Error {
  readonly status: ContentfulStatusCode;
  readonly answer: object;

  constructor(status: ContentfulStatusCode, message: string, answer: object) {
    super(message);
    this.status = status;
    this.answer = answer;
  }
}

/** Answers refusals as they are. Logs any other error and answers `broken`. */
export function answerErrors({ log }: SandboxContext, broken: ProviderRefusal) {
  return (error: Error, c: Context) => {
    if (!(error instanceof ProviderRefusal)) log.error({ err: error }, 'payment sandbox');
    const { answer, status } = error instanceof ProviderRefusal ? error : broken;
    return c.json(answer, status);
  };
}

type StripeError = {
  type: 'invalid_request_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
};

export class StripeRefusal extends ProviderRefusal {
  constructor(status: ContentfulStatusCode, body: StripeError) {
    super(status, body.message, { error: body });
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

export class CoinbaseRefusal extends ProviderRefusal {
  constructor(status: 400 | 401 | 404 | 409, message: string) {
    super(status, message, { errorType: 'invalid_request', errorMessage: message });
  }
}
