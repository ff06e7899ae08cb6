import pino from 'pino';

export type Logger = pino.Logger;

/** Query parameters whose values never reach a log: keys and addresses can stand in them. */
const PRIVATE_PARAMETERS = /([?&](?:uniqueKey|email|key|token|code|to|session_id|search|q)=)[^&#]*/gi;

/** An address as it may be logged. */
export function redactUrl(url: string): string {
  return url.replace(PRIVATE_PARAMETERS, '$1[redacted]');
}

/** One JSON line an event on standard output; anything that smells of a secret is cut out. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
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
  });
}
