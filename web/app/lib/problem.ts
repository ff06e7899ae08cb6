import type { ErrorCode, FieldError } from '@vialproof/contract/errors';
import type { NumberReadings } from '@vialproof/contract/thousands';

/**
 * A refusal of the server (RFC 9457). `detail` is a sentence for users. `amountCents` is set for the code
 * `price_changed`.
 */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: ErrorCode | 'unknown';
  readonly detail: string;
  readonly errors: FieldError[];
  readonly amountCents: number | undefined;
  /** For the code `ambiguous_numbers`: a number of the file that can be read in two ways. */
  readonly readings: NumberReadings | undefined;
  /** For a wrong password, code or passkey: whether the server also ended the session. */
  readonly hasEndedSession: boolean;

  constructor(status: number, body: Record<string, unknown>) {
    const detail =
      typeof body.detail === 'string' ? body.detail : 'The server could not answer. Please try again.';
    super(detail);
    this.status = status;
    // The server may be newer than this page and send a code that the page does not know.
    this.code = typeof body.code === 'string' ? (body.code as ErrorCode) : 'unknown';
    this.detail = detail;
    this.errors = Array.isArray(body.errors) ? (body.errors as FieldError[]) : [];
    this.readings = readingsIn(body.readings);
    this.hasEndedSession = body.session_ended === true;
    this.amountCents = typeof body.amount_cents === 'number' ? body.amount_cents : undefined;
  }

  /** The server's message for one field. */
  field(path: string): string | undefined {
    return this.errors.find((error) => error.path === path)?.message;
  }
}

function readingsIn(sent: unknown): NumberReadings | undefined {
  return typeof sent === 'object' && sent !== null ? (sent as NumberReadings) : undefined;
}

/** The code of a part of the page could not be loaded. Chromium tries again only after the page is loaded again. */
export const partMissing = (): ApiProblem =>
  new ApiProblem(400, { detail: 'A part of this page could not be loaded. Load the page again.' });

/** The server gave no answer: no connection, or the time was over. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  constructor(cause: unknown) {
    super('The server did not answer. Check your connection and try again.', { cause });
  }
}

export async function problemFrom(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null);
  return new ApiProblem(response.status, typeof body === 'object' && body !== null ? { ...body } : {});
}

/** The network or the server failed, so another try may help. A refusal (4xx) is final. */
export function isPassing(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiProblem && error.status >= 500);
}
