import pino from 'pino';

export type Logger = pino.Logger;

/** Parameters that the log never shows, because they may contain keys and addresses. */
const PRIVATE_PARAMETERS = /([?&](?:uniqueKey|email|key|token|code|to|session_id|search|q|link)=)[^&#]*/gi;

/** An address without secrets, for the log. */
export function redactUrl(url: string): string {
  return url.replace(PRIVATE_PARAMETERS, '$1[redacted]');
}

/** A client's address without its last number, for the log. An IPv6 address is that of a network already. */
export const redactAddress = (address: string): string => address.replace(/\.\d+$/, '.0');

/** Fields of an error that are logged, because they contain no user input. */
const LOGGED_FIELDS = ['code', 'constraint', 'table', 'statusCode', 'requestId', 'queue'] as const;

/** An error without secrets, for the log. The texts of some errors contain what users typed. */
function describeError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const known = error as Record<string, unknown>;
  const text = typeof known.message === 'string' ? known.message : '';
  const isQuery = typeof known.query === 'string' && 'params' in known;
  const message = isQuery ? `Failed query: ${known.query}` : text;
  const stack = typeof known.stack === 'string' ? known.stack : '';
  const fields = LOGGED_FIELDS.filter((name) => known[name] !== undefined).map((name) => [name, known[name]]);
  return {
    type: error.constructor?.name,
    message,
    stack: text === '' ? stack : stack.replace(text, () => message),
    ...Object.fromEntries(fields),
    ...(known.cause === undefined ? {} : { cause: describeError(known.cause) }),
  };
}

/** Logs each event as one line of JSON, without secrets. */
export function createLogger(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: {
      paths: [
        'password',
        '*.password',
        'token',
        '*.token',
        'access_token',
        '*.access_token',
        'refresh_token',
        '*.refresh_token',
        'code_text',
        'unique_key',
        '*.unique_key',
        'authorization',
        '*.authorization',
        'cookie',
        '*.cookie',
      ],
      censor: '[redacted]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
