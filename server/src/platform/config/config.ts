import { PAYMENT_METHODS, type PaymentMethod } from '@vialproof/contract/payment-methods';
import type { z } from 'zod';
import type { AddressSetting } from '../postgres/connection-settings.ts';
import { checkSettings, isLoopback, remarksOn } from './config-checks.ts';
import { sandboxCardKey, sandboxKey, sandboxSecret } from './sandbox-keys.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import { Settings } from './settings.ts';
import { unknownSettings } from './unknown-settings.ts';

const client = (id: string | undefined, secret: string | undefined, issuer: string) =>
  id && secret ? { id, secret, issuer } : undefined;

/** The settings are wrong; the message names each wrong one. */
export class ConfigError extends Error {}

type Given = z.infer<typeof Settings>;
type Environment = Record<string, string | undefined>;
export type Config = ReturnType<typeof loadConfig>;

/**
 * Reads and checks all settings.
 * @param env usually `process.env`; empty values count as missing.
 * @throws ConfigError with every wrong and missing setting.
 */
export function loadConfig(env: Environment = process.env, words: string[] = []) {
  const s = parseSettings(Settings, env, checkSettings);
  const production = s.NODE_ENV === 'production';
  const secrets = secretsOf(s);
  const mailFrom = s.MAIL_FROM ?? `${s.BRAND_NAME} <no-reply@localhost>`;
  const mailAddress = /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom;

  return {
    production,
    /** Whether pages come directly from their sources. */
    development: words.includes('--development'),
    host: s.HOST,
    port: s.PORT,
    publicUrl: s.PUBLIC_URL,
    dataDirectory: s.DATA_DIR,
    databaseUrl: s.DATABASE_URL,
    /** The database itself, if a pooler answers at `databaseUrl`. */
    directDatabaseUrl: s.DIRECT_DATABASE_URL,
    /** A streaming standby for reads of public data. */
    readDatabaseUrl: s.READ_DATABASE_URL,
    ...poolOf(s),
    /** The passphrase with which a backup encrypts the private keys. */
    backupPassphrase: s.BACKUP_PASSPHRASE,
    seedDemo: s.SEED_DEMO ?? !production,
    role: s.ROLE,
    publicDiscountPercent: s.PUBLIC_DISCOUNT_PERCENT,
    groups: {
      /** The highest amounts that a new group may charge for shipping and vial. */
      shippingMaxCents: s.GROUP_SHIPPING_MAX_CENTS,
      vialMaxCents: s.GROUP_VIAL_MAX_CENTS,
      /** How many days after a group's last card payment its sender may be paid. */
      payoutWaitDays: s.PAYOUT_WAIT_DAYS,
    },
    showcase: showcaseOf(s),
    smtpUrl: s.SMTP_URL,
    /** Whether mails, which contain codes, leave only over TLS. Mails to a mail server of this machine need none. */
    smtpNeedsTls: production && s.SMTP_URL !== undefined && !isLoopback(s.SMTP_URL),
    mailFrom,
    /** The contact in security.txt; undefined: the server has no security.txt. */
    securityContact: s.SECURITY_CONTACT ?? (production ? undefined : `mailto:${mailAddress}`),
    ...paymentsOf(s, secrets.jwt.newest),
    /** Sign-in with Google and Discord, if it is configured. */
    signInProviders: signInProvidersOf(s),
    ...demandsOf(s),
    s3: bucketOf(s),
    /** The address of the virus scanner; undefined: no scan. */
    virusScanAddress: s.VIRUS_SCAN_ADDRESS,
    secrets,
    /** The signing key and its certificates as PEM. The root certificate comes last. */
    signing:
      s.SIGNING_KEY && s.SIGNING_CERTIFICATES
        ? { key: s.SIGNING_KEY, certificates: s.SIGNING_CERTIFICATES }
        : undefined,
    /** Name and key of the public log. Outside production the server makes a key. */
    log: {
      origin: s.LOG_ORIGIN ?? (s.PUBLIC_URL ? new URL(s.PUBLIC_URL).host : 'localhost'),
      key: s.LOG_KEY,
      /** Whether signed states (heads) of the log are also kept outside the database. */
      keepsHeads: true as boolean,
    },
    trustProxy: s.TRUST_PROXY ?? 0,
    httpLimits: httpLimitsOf(s),
    /** How long a process that must stop still answers, while /readyz says 503. */
    drainSeconds: s.DRAIN_SECONDS ?? (production ? 5 : 0),
    webhookBodyBytes: s.WEBHOOK_BODY_BYTES,
    corsOrigins: s.CORS_ORIGINS,
    lab: { name: s.LAB_NAME, address: s.LAB_ADDRESS, accreditation: s.LAB_ACCREDITATION },
    /** Days without work besides weekends. */
    holidays: s.HOLIDAYS as ReadonlySet<string>,
    /** Remarks for the operator. */
    remarks: [...faultsOfEnvironment(env), ...remarksOn(s)],
    brandName: s.BRAND_NAME,
    links: { pepchat: s.PEPCHAT_URL, discord: s.DISCORD_URL },
    ...watchingOf(s),
  };
}

const demandsOf = (s: Given) => ({
  /** Whether staff need a second factor. In production always. */
  staffSecondFactor: s.STAFF_SECOND_FACTOR ?? s.NODE_ENV === 'production',
  /** Whether the rights of admins begin with a passkey that is used in the session. */
  adminPasskey: s.ADMIN_PASSKEY,
});

function secretsOf(s: Given): { jwt: Secrets; code: Secrets } {
  const generated = s.NODE_ENV === 'production' ? undefined : readSecrets(s.DATA_DIR);
  const [jwt, code] = [s.JWT_SECRET ?? generated?.jwt, s.CODE_SECRET ?? generated?.code];
  if (!jwt || !code) throw new ConfigError('JWT_SECRET or CODE_SECRET is missing.');
  return { jwt, code };
}

const poolOf = (s: Given) => ({
  /** The database connections for requests and jobs. */
  poolSize: s.POOL_SIZE,
  /** How many requests may wait for a connection. */
  poolQueue: s.POOL_QUEUE,
  /** How long a request waits for a connection, and how long a statement may take. */
  statementTimeoutMs: s.STATEMENT_TIMEOUT_MS,
});

const showcaseOf = (s: Given) => ({
  /** The price of a week on the home page, and how many places there are. 0: not for sale. */
  weekCents: s.SHOWCASE_WEEK_CENTS,
  places: s.SHOWCASE_PLACES,
});

const watchingOf = (s: Given) => ({
  logLevel: s.LOG_LEVEL,
  /** Whether each request is logged. */
  accessLog: s.ACCESS_LOG ?? s.NODE_ENV === 'production',
  /** The token for /metrics; undefined: the address does not exist. */
  metricsToken: s.METRICS_TOKEN,
  /** A request or a statement that takes this long is logged; 0: none is. */
  slowRequestMs: s.SLOW_REQUEST_MS,
  slowQueryMs: s.SLOW_QUERY_MS,
  /** The commit of this build; undefined: a checkout may know it. */
  buildCommit: s.BUILD_COMMIT,
});

/** Reports what `check` finds, together with the errors of single settings. */
function parseSettings<T extends z.ZodType>(
  schema: T,
  env: Environment,
  check: (given: z.output<T>) => string[] = () => [],
): z.output<T> {
  const given = Object.entries(env).filter(([, value]) => value !== undefined && value !== '');
  const parsed = schema.safeParse(Object.fromEntries(given));
  const issues = parsed.error?.issues ?? [];
  const bad = new Set(issues.map(({ path }) => String(path[0])));
  const others = parsed.data ?? schema.parse(Object.fromEntries(given.filter(([name]) => !bad.has(name))));
  const complaints = check(others).filter((line) => !namesIn(line).some((name) => bad.has(name)));
  if (issues.length === 0 && complaints.length === 0) return others;
  const lines = [
    ...issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`),
    ...complaints,
    ...faultsOfEnvironment(env).map((fault) => `  ${fault}`),
  ];
  throw new ConfigError(`These settings are not right:\n${lines.join('\n')}`);
}

/** The settings in an error message, before its colon. */
const namesIn = (complaint: string) => complaint.split(':')[0]?.match(/[A-Z][A-Z0-9_]+/g) ?? [];

/** A sentence for each unknown setting. */
export const faultsOfEnvironment = (env: Environment = process.env): string[] => unknownSettings(env);

/** The setting that leads to PostgreSQL itself. */
export const directSetting = (env: Environment = process.env): AddressSetting =>
  env.DIRECT_DATABASE_URL ? 'DIRECT_DATABASE_URL' : 'DATABASE_URL';

const StorageSettings = Settings.pick({
  DATA_DIR: true,
  DATABASE_URL: true,
  DIRECT_DATABASE_URL: true,
  S3_ENDPOINT: true,
  S3_REGION: true,
  S3_BUCKET: true,
  S3_ACCESS_KEY_ID: true,
  S3_SECRET_ACCESS_KEY: true,
  BACKUP_PASSPHRASE: true,
});
export type Storage = ReturnType<typeof loadStorage>;

/** Where the data are stored. A restore needs this before there are secrets. */
export function loadStorage(env: Environment = process.env) {
  const s = parseSettings(StorageSettings, env);
  return {
    dataDirectory: s.DATA_DIR,
    databaseUrl: s.DATABASE_URL,
    directDatabaseUrl: s.DIRECT_DATABASE_URL,
    s3: bucketOf(s),
    backupPassphrase: s.BACKUP_PASSPHRASE,
  };
}

function paymentsOf(s: Given, jwtSecret: string) {
  const hasStripe = s.STRIPE_SECRET_KEY !== undefined;
  const hasCoinbase = s.COINBASE_KEY_ID !== undefined;
  // In production, real keys for one provider turn off the sandbox of the other, so that nothing is free.
  const sandboxes = s.NODE_ENV !== 'production' || (s.ALLOW_SANDBOX_PAYMENTS && !hasStripe && !hasCoinbase);
  const isReal: Record<PaymentMethod, boolean> = { stripe: hasStripe, coinbase: hasCoinbase };
  const sandboxMethods = PAYMENT_METHODS.filter((method) => sandboxes && !isReal[method]);
  return {
    /** How many milliseconds all calls to a provider in one operation may take. */
    providerTimeoutMs: s.PROVIDER_TIMEOUT_MS,
    /** The offered payment methods. */
    paymentMethods: PAYMENT_METHODS.filter((method) => sandboxes || isReal[method]),
    /** The payment methods without real money, because they use the sandbox. */
    sandboxMethods,
    stripe: {
      sandbox: sandboxes && !hasStripe,
      secretKey: s.STRIPE_SECRET_KEY ?? sandboxCardKey(jwtSecret),
      webhookSecret: s.STRIPE_WEBHOOK_SECRET ?? sandboxSecret(jwtSecret),
      /** Another address for Stripe's API, such as the address of the sandbox. */
      apiBase: s.STRIPE_API_BASE,
    },
    coinbase: {
      sandbox: sandboxes && !hasCoinbase,
      keyId: s.COINBASE_KEY_ID ?? 'sandbox',
      /** An Ed25519 key as base64, or an EC key as PEM. */
      keySecret: s.COINBASE_KEY_SECRET ?? sandboxKey(jwtSecret),
      webhookSecret: s.COINBASE_WEBHOOK_SECRET ?? sandboxSecret(jwtSecret),
      /** The address of the API if it is not the provider's own, such as the address of the sandbox. */
      apiBase: s.COINBASE_API_BASE,
      /** The currency of prices; both are booked as dollars. */
      currency: s.COINBASE_CURRENCY,
    },
    /** Whether a payment method uses the sandbox. */
    testMode: sandboxMethods.length > 0,
  };
}

function bucketOf(s: z.infer<typeof StorageSettings>) {
  return s.S3_BUCKET && s.S3_ACCESS_KEY_ID && s.S3_SECRET_ACCESS_KEY
    ? {
        bucket: s.S3_BUCKET,
        region: s.S3_REGION,
        endpoint: s.S3_ENDPOINT,
        accessKeyId: s.S3_ACCESS_KEY_ID,
        secretAccessKey: s.S3_SECRET_ACCESS_KEY,
      }
    : undefined;
}

/** Limits for what strangers can use (see docs/operations.md). */
const httpLimitsOf = (s: Given) => ({
  maxConnections: s.MAX_CONNECTIONS,
  headersTimeoutSeconds: s.HEADERS_TIMEOUT_SECONDS,
  /** How long a whole body may take. For an upload: how long it may pause. */
  bodyTimeoutSeconds: s.BODY_TIMEOUT_SECONDS,
  uploadTimeoutSeconds: s.UPLOAD_TIMEOUT_SECONDS,
  /** How many bytes of bodies the server keeps in memory. */
  bodyBytesInFlight: s.BODY_BYTES_IN_FLIGHT,
});

const signInProvidersOf = (s: Given) => ({
  google: client(s.GOOGLE_CLIENT_ID, s.GOOGLE_CLIENT_SECRET, s.GOOGLE_ISSUER),
  discord: client(s.DISCORD_CLIENT_ID, s.DISCORD_CLIENT_SECRET, s.DISCORD_ISSUER),
});
