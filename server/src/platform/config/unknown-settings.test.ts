import { describe, expect, it } from 'vitest';
import { unknownSettings } from './unknown-settings.ts';

describe('the server reports unknown settings', () => {
  it('the report of an unknown setting names the similar setting that was probably meant', () => {
    const env = {
      STRIPE_SECRET_KAY: 'x',
      smtp_url: 'x',
      STATEMENT_TIMEOUT_M: '1',
      STRIPE_PUBLISHABLE_KEY: 'x',
    };
    expect(unknownSettings(env)).toEqual([
      'STRIPE_SECRET_KAY is no setting. Is STRIPE_SECRET_KEY meant?',
      'smtp_url is no setting. Is SMTP_URL meant?',
      'STATEMENT_TIMEOUT_M is no setting. Is STATEMENT_TIMEOUT_MS meant?',
      'STRIPE_PUBLISHABLE_KEY is no setting.',
    ]);
  });

  it('variables of the machine are not reported', () => {
    const theirs = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'PORTS',
      'LANG',
      'npm_config_loglevel',
      'PGHOST',
      'NODE_OPTIONS',
    ];
    expect(unknownSettings(Object.fromEntries(theirs.map((name) => [name, 'x'])))).toEqual([]);
  });
});
