import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describe, expect, it } from 'vitest';
import { createLogger } from './log.ts';

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger('info', { write: (line: string) => void lines.push(line) }));
  return lines.join('');
}

describe('security 35 (16.2-4): logs contain no secrets', () => {
  it('the log of a failed query contains the statement and the reason, but no values', () => {
    const cause = Object.assign(new Error('duplicate key value violates unique constraint'), {
      code: '23505',
      constraint: 'user_account_email',
      detail: 'Key (email)=(somebody@example.test) already exists.',
    });
    const values = ['somebody@example.test', 'KEY0\n    at KEY1', '$argon2id$hash'];
    const error = new DrizzleQueryError('insert into user_account values ($1, $2, $3)', values, cause);
    const line = logged((log) => log.error({ err: error }, 'a request failed'));
    for (const secret of ['somebody', 'KEY0', 'KEY1', 'argon2']) expect(line).not.toContain(secret);
    expect(JSON.parse(line)).toMatchObject({
      msg: 'a request failed',
      err: {
        message: 'Failed query: insert into user_account values ($1, $2, $3)',
        stack: expect.stringMatching(/log\.test\.ts/),
        cause: { message: cause.message, code: '23505', constraint: 'user_account_email' },
      },
    });
  });

  it('the log of a failed call to a provider contains no headers', () => {
    const error = Object.assign(new Error('No such session'), { headers: { authorization: 'sk_live_1' } });
    expect(logged((log) => log.warn({ err: error }, 'refused'))).not.toContain('sk_live_1');
    const line = logged((log) =>
      log.error({ err: { message: 'gone', queue: 'payment.event', token: 'tok_of_somebody' } }),
    );
    expect(line).toContain('gone');
    expect(line).toContain('payment.event');
    expect(line).not.toContain('tok_of_somebody');
  });
});
