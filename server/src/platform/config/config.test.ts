import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartupProblem } from '../startup-problem.ts';
import { ConfigError, loadConfig } from './config.ts';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vialproof-config-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** All settings that production needs, except a payment method. */
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'lab@shop.example',
  EMBEDDED_DATABASE: '1',
  JWT_SECRET: 'j'.repeat(32),
  CODE_SECRET: 'c'.repeat(32),
  SIGNING_KEY: '-----BEGIN PRIVATE KEY-----',
  SIGNING_CERTIFICATES: '-----BEGIN CERTIFICATE-----',
  LOG_KEY: '-----BEGIN PRIVATE KEY-----',
};

const load = (env: Record<string, string>) => () => loadConfig({ DATA_DIR: directory, ...env });

describe('the server refuses missing and wrong settings with one message', () => {
  it('secrets that were made at the first start are kept', () => {
    expect(load({})().secrets).toEqual(load({})().secrets);
  });

  it('by default there are ten connections, and a statement may take two seconds', () => {
    expect(load({})()).toMatchObject({ poolSize: 10, statementTimeoutMs: 2_000 });
    const told = load({ POOL_SIZE: '40', STATEMENT_TIMEOUT_MS: '30000' })();
    expect(told).toMatchObject({ poolSize: 40, statementTimeoutMs: 30_000 });
    expect(load({ POOL_SIZE: '1' })).toThrow('POOL_SIZE');
    expect(load({ STATEMENT_TIMEOUT_MS: '0' })).toThrow('STATEMENT_TIMEOUT_MS');
  });

  it('DIRECT_DATABASE_URL needs DATABASE_URL, and is by default not set', () => {
    expect(load({ DATABASE_URL: 'postgres://u:p@pooler:6432/lab' })().directDatabaseUrl).toBeUndefined();
    const direct = { DIRECT_DATABASE_URL: 'postgresql://u:p@database/lab' };
    expect(load({ ...direct, DATABASE_URL: 'postgres://u:p@pooler:6432/lab' })().directDatabaseUrl).toBe(
      direct.DIRECT_DATABASE_URL,
    );
    expect(load(direct)).toThrow('  DATABASE_URL: must be set when DIRECT_DATABASE_URL is');
    expect(load({ DIRECT_DATABASE_URL: 'https://database/lab' })).toThrow('  DIRECT_DATABASE_URL: ');
  });

  it('READ_DATABASE_URL needs DATABASE_URL, and is by default not set', () => {
    expect(load({ DATABASE_URL: 'postgres://u:p@database/lab' })().readDatabaseUrl).toBeUndefined();
    const read = { READ_DATABASE_URL: 'postgres://u:p@standby/lab' };
    expect(load({ ...read, DATABASE_URL: 'postgres://u:p@database/lab' })().readDatabaseUrl).toBe(
      read.READ_DATABASE_URL,
    );
    expect(load(read)).toThrow('  DATABASE_URL: must be set when READ_DATABASE_URL is');
    expect(load({ READ_DATABASE_URL: 'standby:5432' })).toThrow('  READ_DATABASE_URL: ');
  });

  it('only payment methods with keys are offered, and in production no sandbox beside a real provider', () => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_live_12345678', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' };
    const coinbase = {
      COINBASE_KEY_ID: 'key-1',
      COINBASE_KEY_SECRET: 's'.repeat(44),
      COINBASE_WEBHOOK_SECRET: 'hook-secret',
    };
    const offered = (env: Record<string, string>) => {
      const { paymentMethods, testMode, stripe: card, coinbase: crypto } = load(env)();
      return [paymentMethods, testMode, card.sandbox, crypto.sandbox];
    };
    const both = ['stripe', 'coinbase'];
    expect(offered({})).toEqual([both, true, true, true]);
    expect(offered(stripe)).toEqual([both, true, false, true]);
    expect(offered({ ...PRODUCTION, ...stripe })).toEqual([['stripe'], false, false, false]);
    expect(offered({ ...PRODUCTION, ...coinbase })).toEqual([['coinbase'], false, false, false]);
    expect(offered({ ...PRODUCTION, ...stripe, ...coinbase })).toEqual([both, false, false, false]);
    const allowed = { ...PRODUCTION, ALLOW_SANDBOX_PAYMENTS: '1' };
    expect(offered(allowed)).toEqual([both, true, true, true]);
    // If test settings were forgotten, nobody may get free orders beside real payments.
    expect(offered({ ...allowed, ...stripe })).toEqual([['stripe'], false, false, false]);
    expect(load(PRODUCTION)).toThrow(/COINBASE_KEY_ID/);
    expect(load({ ...PRODUCTION, COINBASE_KEY_ID: 'key-1' })).toThrow(/COINBASE_WEBHOOK_SECRET/);
  });

  it('the error names all missing, invalid and misspelt settings at once', () => {
    const faulty = {
      NODE_ENV: 'production',
      DATABSE_URL: 'postgres://x',
      SIGNING_KEY: '/none.pem',
      POOL_SIZE: 'many',
    };
    let said = '';
    try {
      load(faulty)();
    } catch (error) {
      said = error instanceof ConfigError ? error.message : '';
    }
    const names = [...said.matchAll(/^ {2}([A-Z_]+)/gm)].map(([, name]) => name);
    expect(names.toSorted()).toEqual(
      [
        'POOL_SIZE',
        'SIGNING_KEY',
        'SMTP_URL',
        'MAIL_FROM',
        'PUBLIC_URL',
        'DATABASE_URL',
        'STRIPE_SECRET_KEY',
        'JWT_SECRET',
        'CODE_SECRET',
        'LOG_KEY',
        'DATABSE_URL',
      ].toSorted(),
    );
    expect(said).toContain('  DATABSE_URL is no setting. Is DATABASE_URL meant?');
  });

  it('PUBLIC_URL must begin with https in production, except for addresses of the same machine', () => {
    const of = (url: string) => load({ NODE_ENV: 'production', PUBLIC_URL: url });
    for (const clear of [
      'http://lab.example',
      'http://127.0.0.1.lab.example',
      'http://localhost.lab.example',
    ])
      expect(of(clear)).toThrow('  PUBLIC_URL: must be https');
    for (const well of [
      'https://lab.example',
      'http://127.0.0.1:3000',
      'http://localhost',
      'http://[::1]:80',
    ])
      expect(of(well)).not.toThrow('PUBLIC_URL');
    expect(load({ PUBLIC_URL: 'http://lab.example' })).not.toThrow();
  });

  it('ADMIN_PASSKEY needs an address at which browsers use passkeys: https and a name, or a name of the same machine', () => {
    const of = (PUBLIC_URL: string) => load({ ADMIN_PASSKEY: '1', PUBLIC_URL });
    for (const useless of [
      'http://lab.example',
      'https://192.0.2.7',
      'https://[::1]',
      'http://127.0.0.1:3000',
    ])
      expect(of(useless)).toThrow('  PUBLIC_URL: must be https and name a host');
    for (const well of ['https://lab.example', 'http://localhost:3000', 'http://lab.localhost'])
      expect(of(well)).not.toThrow();
    expect(load({ ADMIN_PASSKEY: '1' })().adminPasskey).toBe(true);
    expect(load({})().adminPasskey).toBe(false);
  });

  it('the server remarks on variables that look like settings, and on an untrusted proxy', () => {
    expect(load({})().remarks).toEqual([]);
    expect(load({ POOL_SIZ: '7', DATABSE_URL: 'postgres://x' })().remarks).toEqual([
      'POOL_SIZ is no setting. Is POOL_SIZE meant?',
      'DATABSE_URL is no setting. Is DATABASE_URL meant?',
    ]);
    const production = { ...PRODUCTION, ALLOW_SANDBOX_PAYMENTS: '1' };
    const contact = { SECURITY_CONTACT: 'security@shop.example' };
    expect(load({ ...production, ...contact })().remarks).toEqual([
      expect.stringMatching(/^TRUST_PROXY is not set: .*share one/),
    ]);
    for (const proxies of ['0', '1'])
      expect(load({ ...production, ...contact, TRUST_PROXY: proxies })().remarks).toEqual([]);
  });

  it('in production without SECURITY_CONTACT, a remark says that there is no security.txt', () => {
    const production = { ...PRODUCTION, ALLOW_SANDBOX_PAYMENTS: '1', TRUST_PROXY: '1' };
    expect(load(production)().remarks).toEqual([
      expect.stringMatching(/^SECURITY_CONTACT is not set: .*security\.txt/),
    ]);
    expect(load({ MAIL_FROM: 'lab@lab.example' })().remarks).toEqual([]);
  });

  it('in production, mails need TLS unless the mail server is on the same machine', () => {
    const needsTls = (env: Record<string, string>) =>
      load({ ...PRODUCTION, ALLOW_SANDBOX_PAYMENTS: '1', ...env })().smtpNeedsTls;
    for (const elsewhere of ['smtp://mail.example', 'smtps://mail.example:465', 'smtp://127.0.0.1.example'])
      expect([elsewhere, needsTls({ SMTP_URL: elsewhere })]).toEqual([elsewhere, true]);
    for (const here of ['smtp://127.0.0.1:25', 'smtp://localhost', 'smtp://[::1]:25'])
      expect([here, needsTls({ SMTP_URL: here })]).toEqual([here, false]);
    expect(load({ SMTP_URL: 'smtp://mail.example' })().smtpNeedsTls).toBe(false);
  });

  it('HOLIDAYS accepts days separated by commas, and the error names each invalid day', () => {
    expect(load({})().holidays).toEqual(new Set());
    expect(load({ HOLIDAYS: ' 2026-12-25, 2027-01-01,2026-12-25,' })().holidays).toEqual(
      new Set(['2026-12-25', '2027-01-01']),
    );
    for (const wrong of [
      '2026-02-30',
      '2027-02-29',
      '25.12.2026',
      '2026-12',
      '2026-12-25T00:00Z',
      'Christmas',
    ]) {
      expect(load({ HOLIDAYS: `2026-12-25,${wrong}` })).toThrow(`  HOLIDAYS: '${wrong}' is no day`);
    }
  });

  it('SHOWCASE_WEEK_CENTS and SHOWCASE_PLACES must be whole numbers, and have defaults', () => {
    expect(load({})().showcase).toEqual({ weekCents: 4_900, places: 3 });
    expect(load({ SHOWCASE_WEEK_CENTS: '100', SHOWCASE_PLACES: '0' })().showcase).toEqual({
      weekCents: 100,
      places: 0,
    });
    expect(load({ SHOWCASE_PLACES: '6' })().showcase.places).toBe(6);
    for (const bad of [{ SHOWCASE_PLACES: '7' }, { SHOWCASE_PLACES: '-1' }, { SHOWCASE_WEEK_CENTS: '0' }])
      expect(load(bad)).toThrow(Object.keys(bad)[0]);
  });

  it('GROUP_SHIPPING_MAX_CENTS, GROUP_VIAL_MAX_CENTS and PAYOUT_WAIT_DAYS must be whole numbers, and have defaults', () => {
    const unset = { shippingMaxCents: 50_000, vialMaxCents: 50_000, payoutWaitDays: 14 };
    expect(load({})().groups).toEqual(unset);
    expect(load({ GROUP_VIAL_MAX_CENTS: '0', PAYOUT_WAIT_DAYS: '0' })().groups).toEqual({
      ...unset,
      vialMaxCents: 0,
      payoutWaitDays: 0,
    });
    for (const name of ['GROUP_SHIPPING_MAX_CENTS', 'GROUP_VIAL_MAX_CENTS', 'PAYOUT_WAIT_DAYS']) {
      for (const wrong of ['-1', '1.5', 'much']) {
        expect(load({ [name]: wrong })).toThrow(new RegExp(`^  ${name}: `, 'm'));
      }
    }
  });

  it('the keys of the card sandbox are computed from JWT_SECRET, so only the server knows them', () => {
    const keyOf = (secret: string) => load({ JWT_SECRET: secret.repeat(32) })().stripe.secretKey;
    expect(keyOf('a')).toMatch(/^sk_test_[0-9a-f]{64}$/);
    expect(keyOf('a')).toBe(keyOf('a'));
    expect(keyOf('b')).not.toBe(keyOf('a'));
    expect(keyOf('a')).not.toContain(Buffer.from(load({})().coinbase.keySecret, 'base64').toString('hex'));
  });

  it('SECURITY_CONTACT must be a mail address or a web address', () => {
    const contactOf = (env: Record<string, string>) => load(env)().securityContact;
    expect(contactOf({})).toBe('mailto:no-reply@localhost');
    expect(contactOf({ MAIL_FROM: 'lab@lab.example' })).toBe('mailto:lab@lab.example');
    expect(contactOf({ SECURITY_CONTACT: 'security@lab.example' })).toBe('mailto:security@lab.example');
    for (const given of ['mailto:security@lab.example', 'https://lab.example/weakness']) {
      expect(contactOf({ SECURITY_CONTACT: given })).toBe(given);
    }
    for (const wrong of ['http://lab.example', 'nobody', 'javascript:x@y', 'a@b.example\nExpires: never']) {
      expect(load({ SECURITY_CONTACT: wrong })).toThrow(/SECURITY_CONTACT/);
    }
  });

  it('each limit has a default, and a setting can change it', () => {
    expect(load({})()).toMatchObject({
      httpLimits: {
        maxConnections: 5_000,
        headersTimeoutSeconds: 15,
        bodyTimeoutSeconds: 20,
        uploadTimeoutSeconds: 300,
        bodyBytesInFlight: 128_000_000,
      },
      webhookBodyBytes: 64_000,
    });
    const set = {
      MAX_CONNECTIONS: '10',
      HEADERS_TIMEOUT_SECONDS: '2',
      BODY_TIMEOUT_SECONDS: '3',
      UPLOAD_TIMEOUT_SECONDS: '4',
      BODY_BYTES_IN_FLIGHT: '11000000',
      WEBHOOK_BODY_BYTES: '5000',
    };
    const { httpLimits, webhookBodyBytes } = load(set)();
    expect([...Object.values(httpLimits), webhookBodyBytes]).toEqual([10, 2, 3, 4, 11_000_000, 5_000]);
    // With so small a limit, no upload would be possible.
    expect(load({ BODY_BYTES_IN_FLIGHT: '10000000' })).toThrow(/BODY_BYTES_IN_FLIGHT/);
    expect(load({ MAX_CONNECTIONS: '0' })).toThrow(/MAX_CONNECTIONS/);
  });

  it('CORS_ORIGINS refuses values that no browser sends as its Origin', () => {
    const origins = load({ CORS_ORIGINS: 'https://shop.example, http://127.0.0.1:5000/' })().corsOrigins;
    expect(origins).toEqual(['https://shop.example', 'http://127.0.0.1:5000']);
    for (const wrong of ['shop.example', '*', 'https://a.example;https://b.example', 'ftp://a.example']) {
      expect(load({ CORS_ORIGINS: wrong })).toThrow(ConfigError);
      expect(load({ CORS_ORIGINS: wrong })).toThrow(/CORS_ORIGINS/);
    }
  });

  it('without SIGNING_KEY or LOG_KEY, production does not start, and the message names the missing key', async () => {
    const production = load({ NODE_ENV: 'production' });
    for (const name of ['SIGNING_KEY', 'SIGNING_CERTIFICATES', 'LOG_KEY'])
      expect(production).toThrow(new RegExp(`^  .*${name}`, 'm'));
    expect(load({ SIGNING_KEY: '-----BEGIN PRIVATE KEY-----' })).toThrow(
      /one is of no use without the other/,
    );
    expect(load({ LOG_KEY: join(directory, 'missing.pem') })).toThrow(/LOG_KEY: expected PEM/);
    const path = join(directory, 'log.key.pem');
    await writeFile(path, '-----BEGIN PRIVATE KEY-----\n');
    expect(load({ LOG_KEY: path })().log.key).toBe('-----BEGIN PRIVATE KEY-----\n');
    expect(load({ LOG_KEY: '-----BEGIN PRIVATE KEY-----\\nx' })().log.key).toBe(
      '-----BEGIN PRIVATE KEY-----\nx',
    );
    expect(load({ LOG_ORIGIN: 'two words' })).toThrow(/LOG_ORIGIN/);
    expect(load({ PUBLIC_URL: 'https://lab.example:8443/' })().log.origin).toBe('lab.example:8443');
  });

  it('an error says that DATA_DIR cannot store the secrets, or that the stored secrets are damaged', async () => {
    const file = join(directory, 'a-file');
    await writeFile(file, '');
    for (const path of [file, join(file, 'below')]) {
      expect(load({ DATA_DIR: path })).toThrow(StartupProblem);
      expect(load({ DATA_DIR: path })).toThrow(/DATA_DIR/);
    }
    const damaged = await mkdtemp(join(directory, 'damaged-'));
    await writeFile(join(damaged, 'secrets.json'), '{"jwt":"short"');
    expect(load({ DATA_DIR: damaged })).toThrow(StartupProblem);
    expect(load({ DATA_DIR: damaged })).toThrow(/secrets\.json/);
  });
});
