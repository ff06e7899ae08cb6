import { PAYMENT_METHODS, type PaymentMethod } from '@vialproof/contract/payment-methods';
import type { z } from 'zod';
import { checkSettings, remarksOn } from './config-checks.ts';
import { sandboxCardKey, sandboxKey, sandboxSecret } from './sandbox-keys.ts';
import { readSecrets } from './secrets.ts';
import { Settings } from './settings.ts';
import { unknownSettings } from './unknown-settings.ts';

const client = (id: string | undefined, secret: string | undefined, issuer: string) =>
  id && secret ? { id, secret, issuer } : undefined;

/** The configuration is invalid; the message names each setting and its valid values. */
export class ConfigError extends Error {}

type Given = z.infer<typeof Settings>;
type Environment = Record<string, string | undefined>;
export type Config = ReturnType<typeof loadConfig>;

/**
 * Reads and validates all settings once.
 * @param env usually `process.env`; empty values count as absent.
 * @throws ConfigError with every invalid and every missing setting.
 */
export function loadConfig(env: Environment = process.env, words: string[] = []) {
  const s = parseSettings(Settings, env, checkSettings);
  const production = s.NODE_ENV === 'production';

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
    /** Whether pages are served from their sources and reload when these change. */
    development: words.includes('--development'),
    host: s.HOST,
    port: s.PORT,
    publicUrl: s.PUBLIC_URL,
    dataDirectory: s.DATA_DIR,
    databaseUrl: s.DATABASE_URL,
    ...poolOf(s),
    /** The passphrase that encrypts the keys in backups. */
    backupPassphrase: s.BACKUP_PASSPHRASE,
    seedDemo: s.SEED_DEMO ?? !production,
    role: s.ROLE,
    publicDiscountPercent: s.PUBLIC_DISCOUNT_PERCENT,
    groups: {
      /** Maximum amounts that a new group may set for shipping, and for the vial. */
      shippingMaxCents: s.GROUP_SHIPPING_MAX_CENTS,
      vialMaxCents: s.GROUP_VIAL_MAX_CENTS,
      /** Days between the last card payment of a group and the payout to its sender. */
      payoutWaitDays: s.PAYOUT_WAIT_DAYS,
    },
    showcase: showcaseOf(s),
    smtpUrl: s.SMTP_URL,
    mailFrom,
    /** Contact in /.well-known/security.txt; undefined: the file does not exist. */
    securityContact: s.SECURITY_CONTACT ?? (production ? undefined : `mailto:${mailAddress}`),
    ...paymentsOf(s, secret(s.JWT_SECRET, 'jwt')),
    /** Other sign-in methods; undefined if no client is configured. */
    signInProviders: signInProvidersOf(s),
    /** Whether staff rights require a second factor; always in production. */
    staffSecondFactor: s.STAFF_SECOND_FACTOR ?? production,
    s3: bucketOf(s),
    /** The clamd that scans uploads; undefined: no scan. */
    virusScanAddress: s.VIRUS_SCAN_ADDRESS,
    secrets: { jwt: secret(s.JWT_SECRET, 'jwt'), code: secret(s.CODE_SECRET, 'code') },
    /** Certificate signing: PEM of the key, and of its certificate chain, root last. */
    signing:
      s.SIGNING_KEY && s.SIGNING_CERTIFICATES
        ? { key: s.SIGNING_KEY, certificates: s.SIGNING_CERTIFICATES }
        : undefined,
    /** Name and key of the public log; outside production a key is generated. */
    log: {
      origin: s.LOG_ORIGIN ?? (s.PUBLIC_URL ? new URL(s.PUBLIC_URL).host : 'localhost'),
      key: s.LOG_KEY,
      /** Whether signed tree heads are also stored outside the database. */
      keepsHeads: true as boolean,
    },
    trustProxy: s.TRUST_PROXY ?? 0,
    httpLimits: httpLimitsOf(s),
    /** How long a stopping process still serves while /readyz answers 503. */
    drainSeconds: s.DRAIN_SECONDS ?? (production ? 5 : 0),
    webhookBodyBytes: s.WEBHOOK_BODY_BYTES,
    corsOrigins: s.CORS_ORIGINS,
    lab: { name: s.LAB_NAME, address: s.LAB_ADDRESS, accreditation: s.LAB_ACCREDITATION },
    /** Closing days of the laboratory on working days, 'YYYY-MM-DD'. */
    holidays: s.HOLIDAYS as ReadonlySet<string>,
    /** Remarks for the operator. */
    remarks: [...faultsOfEnvironment(env), ...remarksOn(s)],
    brandName: s.BRAND_NAME,
    links: { pepchat: s.PEPCHAT_URL, discord: s.DISCORD_URL },
    ...watchingOf(s),
  };
}

const poolOf = (s: Given) => ({
  /** Connections shared by requests and jobs of this process. */
  poolSize: s.POOL_SIZE,
  /** How many requests may wait for a connection; further requests are refused at once. */
  poolQueue: s.POOL_QUEUE,
  /** How many milliseconds a request waits for a connection, and how many each of its statements may take. */
  statementTimeoutMs: s.STATEMENT_TIMEOUT_MS,
});

const showcaseOf = (s: Given) => ({
  /** Price of a showcase week in Discoveries, and the number of showcase places; with 0 none is for sale. */
  weekCents: s.SHOWCASE_WEEK_CENTS,
  places: s.SHOWCASE_PLACES,
});

const watchingOf = (s: Given) => ({
  logLevel: s.LOG_LEVEL,
  /** Whether each request is logged. */
  accessLog: s.ACCESS_LOG ?? s.NODE_ENV === 'production',
  /** Token for /metrics; undefined: the address does not exist. */
  metricsToken: s.METRICS_TOKEN,
});

/** Reports the errors of `check` on valid settings together with the errors of invalid ones. */
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

/** The settings named before the colon of an error message. */
const namesIn = (complaint: string) => complaint.split(':')[0]?.match(/[A-Z][A-Z0-9_]+/g) ?? [];

/** A sentence for each unknown setting in the environment. */
export const faultsOfEnvironment = (env: Environment = process.env): string[] => unknownSettings(env);

const StorageSettings = Settings.pick({
  DATA_DIR: true,
  DATABASE_URL: true,
  S3_ENDPOINT: true,
  S3_REGION: true,
  S3_BUCKET: true,
  S3_ACCESS_KEY_ID: true,
  S3_SECRET_ACCESS_KEY: true,
  BACKUP_PASSPHRASE: true,
});
export type Storage = ReturnType<typeof loadStorage>;

/** Where an installation's data is stored: known to a restore before there are keys and secrets. Creates no files. */
export function loadStorage(env: Environment = process.env) {
  const s = parseSettings(StorageSettings, env);
  return {
    dataDirectory: s.DATA_DIR,
    databaseUrl: s.DATABASE_URL,
    s3: bucketOf(s),
    backupPassphrase: s.BACKUP_PASSPHRASE,
  };
}

function paymentsOf(s: Given, jwtSecret: string) {
  const hasStripe = s.STRIPE_SECRET_KEY !== undefined;
  const hasCoinbase = s.COINBASE_KEY_ID !== undefined;
  // No free orders in production beside real payments: one real provider disables the sandbox of the other.
  const sandboxes = s.NODE_ENV !== 'production' || (s.ALLOW_SANDBOX_PAYMENTS && !hasStripe && !hasCoinbase);
  const isReal: Record<PaymentMethod, boolean> = { stripe: hasStripe, coinbase: hasCoinbase };
  const sandboxMethods = PAYMENT_METHODS.filter((method) => sandboxes && !isReal[method]);
  return {
    /** Milliseconds for all calls to a provider within one operation. */
    providerTimeoutMs: s.PROVIDER_TIMEOUT_MS,
    /** The offered payment methods. */
    paymentMethods: PAYMENT_METHODS.filter((method) => sandboxes || isReal[method]),
    /** The methods among them without real money: the sandbox replaces their providers. */
    sandboxMethods,
    stripe: {
      sandbox: sandboxes && !hasStripe,
      secretKey: s.STRIPE_SECRET_KEY ?? sandboxCardKey(jwtSecret),
      webhookSecret: s.STRIPE_WEBHOOK_SECRET ?? sandboxSecret(jwtSecret),
      /** Server of the SDK; undefined means Stripe itself, or in the sandbox our own address. */
      apiBase: s.STRIPE_API_BASE,
    },
    coinbase: {
      sandbox: sandboxes && !hasCoinbase,
      keyId: s.COINBASE_KEY_ID ?? 'sandbox',
      /** The key is Ed25519 as base64 of its seed (and public key), or an EC key as PEM. */
      keySecret: s.COINBASE_KEY_SECRET ?? sandboxKey(jwtSecret),
      webhookSecret: s.COINBASE_WEBHOOK_SECRET ?? sandboxSecret(jwtSecret),
      /** Address of the provider's API; undefined means the provider itself, or in the sandbox our own address. */
      apiBase: s.COINBASE_API_BASE,
      /** Currency of prices; both count as dollars. */
      currency: s.COINBASE_CURRENCY,
    },
    /** Test money: at least one payment method uses a sandbox. */
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

/** Limits on the resources that strangers can use. docs/operations.md explains each setting. */
const httpLimitsOf = (s: Given) => ({
  maxConnections: s.MAX_CONNECTIONS,
  headersTimeoutSeconds: s.HEADERS_TIMEOUT_SECONDS,
  /** Time for a whole body; for an upload, the longest pause within its body. */
  bodyTimeoutSeconds: s.BODY_TIMEOUT_SECONDS,
  uploadTimeoutSeconds: s.UPLOAD_TIMEOUT_SECONDS,
  /** Bytes of the bodies of all requests together that the server holds in memory. */
  bodyBytesInFlight: s.BODY_BYTES_IN_FLIGHT,
});

const signInProvidersOf = (s: Given) => ({
  google: client(s.GOOGLE_CLIENT_ID, s.GOOGLE_CLIENT_SECRET, s.GOOGLE_ISSUER),
  discord: client(s.DISCORD_CLIENT_ID, s.DISCORD_CLIENT_SECRET, s.DISCORD_ISSUER),
});
