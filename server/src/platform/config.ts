import { sandboxCardKey, sandboxKey, sandboxSecret } from './sandbox-keys.ts';
import { readSecrets } from './secrets.ts';
import { Settings } from './settings.ts';

const client = (id: string | undefined, secret: string | undefined, issuer: string) =>
  id && secret ? { id, secret, issuer } : undefined;

/** The configuration is unfit to start with; the message names each setting and what it should be. */
export class ConfigError extends Error {}

export type Config = ReturnType<typeof loadConfig>;

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

/**
 * Reads and judges every setting once.
 * @param env usually `process.env`; empty values count as absent.
 * @throws ConfigError naming every bad setting.
 */
export function loadConfig(env: Record<string, string | undefined> = process.env, words: string[] = []) {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Settings.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`These settings are not right:\n${lines.join('\n')}`);
  }
  const s = parsed.data;
  const production = s.NODE_ENV === 'production';
  const complaints: string[] = [];
  const must = (condition: unknown, complaint: string) => condition || complaints.push(`  ${complaint}`);
  const hasStripe = s.STRIPE_SECRET_KEY !== undefined;
  const hasCoinbase = s.COINBASE_KEY_ID !== undefined;
  must(!hasStripe || s.STRIPE_WEBHOOK_SECRET, 'STRIPE_WEBHOOK_SECRET: must be set when STRIPE_SECRET_KEY is');
  must(
    !hasCoinbase || (s.COINBASE_KEY_SECRET && s.COINBASE_WEBHOOK_SECRET),
    'COINBASE_KEY_SECRET and COINBASE_WEBHOOK_SECRET: must be set when COINBASE_KEY_ID is',
  );
  // In production nobody orders for nothing beside people who pay: one real provider ends the sandbox of the other.
  const sandboxes = !production || (s.ALLOW_SANDBOX_PAYMENTS && !hasStripe && !hasCoinbase);
  must(
    !s.S3_BUCKET || (s.S3_ACCESS_KEY_ID && s.S3_SECRET_ACCESS_KEY),
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: must be set when S3_BUCKET is',
  );
  must(
    !s.SIGNING_KEY === !s.SIGNING_CERTIFICATES,
    'SIGNING_KEY and SIGNING_CERTIFICATES: one is of no use without the other',
  );
  if (production) {
    must(s.SMTP_URL, 'SMTP_URL: production sends real mail, so it must be set');
    must(s.MAIL_FROM, 'MAIL_FROM: the sender of real mail must be set');
    must(s.PUBLIC_URL, 'PUBLIC_URL: must be set in production');
    must(
      s.DATABASE_URL || s.EMBEDDED_DATABASE,
      'DATABASE_URL: must be set in production, or EMBEDDED_DATABASE=1',
    );
    must(
      hasStripe || hasCoinbase || s.ALLOW_SANDBOX_PAYMENTS,
      'STRIPE_SECRET_KEY or COINBASE_KEY_ID: must be set in production, or ALLOW_SANDBOX_PAYMENTS=1',
    );
    must(s.JWT_SECRET, 'JWT_SECRET: must be set in production (at least 32 characters)');
    must(s.CODE_SECRET, 'CODE_SECRET: must be set in production (at least 32 characters)');
    must(
      s.SIGNING_KEY && s.SIGNING_CERTIFICATES,
      'SIGNING_KEY and SIGNING_CERTIFICATES: certificates are signed, so both must be set in production',
    );
    must(s.LOG_KEY, 'LOG_KEY: the public log is signed, so it must be set in production');
    must(
      s.STAFF_SECOND_FACTOR !== false,
      'STAFF_SECOND_FACTOR: staff always need a second factor in production',
    );
    must(
      [s.GOOGLE_ISSUER, s.DISCORD_ISSUER].every((issuer) => issuer.startsWith('https:')),
      'GOOGLE_ISSUER and DISCORD_ISSUER: must be https in production',
    );
    must(s.SEED_DEMO !== true, 'SEED_DEMO: demo people never exist in production');
  } else {
    must(
      LOOPBACK.has(s.HOST) || s.ALLOW_REMOTE_DEVELOPMENT,
      `HOST: ${s.HOST} would show demo sign-ins and mails to the network; set ALLOW_REMOTE_DEVELOPMENT=1 if that is meant`,
    );
  }
  if (complaints.length > 0) throw new ConfigError(`These settings are not right:\n${complaints.join('\n')}`);

  const generated = production ? undefined : readSecrets(s.DATA_DIR);
  const secret = (configured: string | undefined, name: 'jwt' | 'code') => {
    const value = configured ?? generated?.[name];
    if (!value) throw new ConfigError(`The ${name} secret is missing.`);
    return value;
  };

  const mailFrom = s.MAIL_FROM ?? `${s.BRAND_NAME} <no-reply@localhost>`;
  const mailAddress = /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom;

  return {
    production,
    /** Pages come from source with reload. */
    development: words.includes('--development'),
    host: s.HOST,
    port: s.PORT,
    publicUrl: s.PUBLIC_URL,
    dataDirectory: s.DATA_DIR,
    databaseUrl: s.DATABASE_URL,
    /** Connections that requests and jobs share in this process. */
    poolSize: s.POOL_SIZE,
    /** Milliseconds that a request waits for a connection, and as many again for each statement. */
    statementTimeoutMs: s.STATEMENT_TIMEOUT_MS,
    seedDemo: s.SEED_DEMO ?? !production,
    role: s.ROLE,
    publicDiscountPercent: s.PUBLIC_DISCOUNT_PERCENT,
    groups: {
      /** The most that a new group may ask for shipping, and for the vial. */
      shippingMaxCents: s.GROUP_SHIPPING_MAX_CENTS,
      vialMaxCents: s.GROUP_VIAL_MAX_CENTS,
      /** What is owed to a sender is paid out so many days after the last card payment. */
      payoutWaitDays: s.PAYOUT_WAIT_DAYS,
    },
    smtpUrl: s.SMTP_URL,
    mailFrom,
    /** Stands in /.well-known/security.txt; undefined: there is no such file. */
    securityContact: s.SECURITY_CONTACT ?? (production ? undefined : `mailto:${mailAddress}`),
    /** Providers that can be paid with. */
    paymentMethods: (['stripe', 'coinbase'] as const).filter(
      (name) => sandboxes || (name === 'stripe' ? hasStripe : hasCoinbase),
    ),
    stripe: {
      sandbox: sandboxes && !hasStripe,
      secretKey: s.STRIPE_SECRET_KEY ?? sandboxCardKey(secret(s.JWT_SECRET, 'jwt')),
      webhookSecret: s.STRIPE_WEBHOOK_SECRET ?? sandboxSecret(secret(s.JWT_SECRET, 'jwt')),
      /** Where the SDK talks to; undefined is Stripe itself, or in the sandbox our own address. */
      apiBase: s.STRIPE_API_BASE,
    },
    coinbase: {
      sandbox: sandboxes && !hasCoinbase,
      keyId: s.COINBASE_KEY_ID ?? 'sandbox',
      /** Ed25519 as base64 of seed (and public key), or an EC key as PEM. */
      keySecret: s.COINBASE_KEY_SECRET ?? sandboxKey(secret(s.JWT_SECRET, 'jwt')),
      webhookSecret: s.COINBASE_WEBHOOK_SECRET ?? sandboxSecret(secret(s.JWT_SECRET, 'jwt')),
      /** undefined is the provider itself, or in the sandbox our own address. */
      apiBase: s.COINBASE_API_BASE,
      /** What prices are asked in; both count as dollars. */
      currency: s.COINBASE_CURRENCY,
    },
    /** Money that is none: at least one way to pay goes to a sandbox. */
    testMode: sandboxes && !(hasStripe && hasCoinbase),
    /** The other ways to sign in; undefined where no client is configured. */
    signInProviders: {
      google: client(s.GOOGLE_CLIENT_ID, s.GOOGLE_CLIENT_SECRET, s.GOOGLE_ISSUER),
      discord: client(s.DISCORD_CLIENT_ID, s.DISCORD_CLIENT_SECRET, s.DISCORD_ISSUER),
    },
    /** Whether staff have their rights only with a second factor; always in production. */
    staffSecondFactor: s.STAFF_SECOND_FACTOR ?? production,
    s3:
      s.S3_BUCKET && s.S3_ACCESS_KEY_ID && s.S3_SECRET_ACCESS_KEY
        ? {
            bucket: s.S3_BUCKET,
            region: s.S3_REGION,
            endpoint: s.S3_ENDPOINT,
            accessKeyId: s.S3_ACCESS_KEY_ID,
            secretAccessKey: s.S3_SECRET_ACCESS_KEY,
          }
        : undefined,
    /** The clamd that looks at every upload; undefined: nobody does. */
    virusScanAddress: s.VIRUS_SCAN_ADDRESS,
    secrets: { jwt: secret(s.JWT_SECRET, 'jwt'), code: secret(s.CODE_SECRET, 'code') },
    /** What signs certificates: PEM of the key, and of its certificate with the authorities above it, the root last. */
    signing:
      s.SIGNING_KEY && s.SIGNING_CERTIFICATES
        ? { key: s.SIGNING_KEY, certificates: s.SIGNING_CERTIFICATES }
        : undefined,
    /** The public log's name and key; a key is made outside production. */
    log: {
      origin: s.LOG_ORIGIN ?? (s.PUBLIC_URL ? new URL(s.PUBLIC_URL).host : 'localhost'),
      key: s.LOG_KEY,
    },
    trustProxy: s.TRUST_PROXY,
    /** Bounds on what strangers can keep a process busy with. docs/operations.md explains each setting. */
    httpLimits: {
      maxConnections: s.MAX_CONNECTIONS,
      headersTimeoutSeconds: s.HEADERS_TIMEOUT_SECONDS,
      /** For a whole body; of an upload, for a silence in it. */
      bodyTimeoutSeconds: s.BODY_TIMEOUT_SECONDS,
      uploadTimeoutSeconds: s.UPLOAD_TIMEOUT_SECONDS,
      /** Of all requests together. */
      bodyBytesInFlight: s.BODY_BYTES_IN_FLIGHT,
    },
    webhookBodyBytes: s.WEBHOOK_BODY_BYTES,
    corsOrigins: s.CORS_ORIGINS,
    lab: { name: s.LAB_NAME, address: s.LAB_ADDRESS, accreditation: s.LAB_ACCREDITATION },
    brandName: s.BRAND_NAME,
    links: { pepchat: s.PEPCHAT_URL, discord: s.DISCORD_URL },
    logLevel: s.LOG_LEVEL,
  };
}
