import { readFileSync } from 'node:fs';
import { DISCOVERIES_RESULTS } from '@vialproof/contract/showcases';
import { z } from 'zod';
import { readAddress } from '../postgres/database-hosts.ts';
import { secretList } from './secrets.ts';

const flag = z.enum(['0', '1', 'true', 'false']).transform((word) => word === '1' || word === 'true');
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const webAddress = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const databaseAddress = z.string().superRefine((text, context) => {
  try {
    readAddress(text);
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : String(error));
  }
});
const isOrigin = (text: string) =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
/** A text as PEM with \n for line breaks, or the path of a PEM file. */
const pem = z
  .string()
  .transform((given, context) => {
    if (given.includes('-----BEGIN ')) return given.replaceAll('\\n', '\n');
    try {
      return readFileSync(given, 'utf8');
    } catch {
      context.addIssue('expected PEM, or the path of a readable file that holds it');
      return z.NEVER;
    }
  })
  .refine(
    (text) => text.includes('-----BEGIN '),
    'expected PEM, or the path of a readable file that holds it',
  );
/** Days separated by commas. */
const days = z
  .string()
  .default('')
  .transform((list) => list.split(',').map((each) => each.trim()))
  .transform((list) => new Set(list.filter(Boolean)))
  .superRefine((found, context) => {
    for (const day of found) {
      if (!z.iso.date().safeParse(day).success) {
        context.addIssue(`'${day}' is no day; expected days such as 2026-12-25, with commas between`);
      }
    }
  });
/** A contact for security reports (RFC 9116): a mail address or a page. */
const securityContact = z
  .string()
  .transform((text) => (/^[^\s@:/]+@[^\s@]+$/.test(text) ? `mailto:${text}` : text))
  .refine(
    (text) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text),
    'expected a mail address or an https address',
  );

/** Every setting; docs/operations.md explains each. */
export const Settings = z.object({
  NODE_ENV: z.string().optional(),
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: webAddress.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: databaseAddress.optional(),
  DIRECT_DATABASE_URL: databaseAddress.optional(),
  READ_DATABASE_URL: databaseAddress.optional(),
  EMBEDDED_DATABASE: flag.optional(),
  SEED_DEMO: flag.optional(),
  PUBLIC_DISCOUNT_PERCENT: whole(0, 90).default(0),
  GROUP_SHIPPING_MAX_CENTS: whole(0, 10_000_000).default(50_000),
  GROUP_VIAL_MAX_CENTS: whole(0, 10_000_000).default(50_000),
  PAYOUT_WAIT_DAYS: whole(0, 365).default(14),
  SHOWCASE_WEEK_CENTS: whole(100, 10_000_000).default(4_900),
  // At most a third of the results on the home page.
  SHOWCASE_PLACES: whole(0, DISCOVERIES_RESULTS / 2).default(3),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  SECURITY_CONTACT: securityContact.optional(),
  STRIPE_SECRET_KEY: z.string().min(8).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(8).optional(),
  STRIPE_API_BASE: webAddress.optional(),
  COINBASE_KEY_ID: z.string().min(3).optional(),
  COINBASE_KEY_SECRET: z.string().min(16).optional(),
  COINBASE_WEBHOOK_SECRET: z.string().min(8).optional(),
  COINBASE_API_BASE: webAddress.optional(),
  COINBASE_CURRENCY: z.enum(['USD', 'USDC']).default('USD'),
  PROVIDER_TIMEOUT_MS: whole(100, 60_000).default(8_000),
  ALLOW_SANDBOX_PAYMENTS: flag.default(false),
  ALLOW_REMOTE_DEVELOPMENT: flag.default(false),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  DISCORD_CLIENT_ID: z.string().optional(),
  DISCORD_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: webAddress.default('https://accounts.google.com'),
  DISCORD_ISSUER: webAddress.default('https://discord.com'),
  STAFF_SECOND_FACTOR: flag.optional(),
  ADMIN_PASSKEY: flag.default(false),
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  VIRUS_SCAN_ADDRESS: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$/, 'expected host:port of a clamd, such as 127.0.0.1:3310')
    .transform((text) => ({ host: text.replace(/:\d+$/, ''), port: Number(text.replace(/^.*:/, '')) }))
    .refine(({ port }) => port > 0 && port < 65_536, 'expected a port from 1 to 65535')
    .optional(),
  JWT_SECRET: secretList.optional(),
  CODE_SECRET: secretList.optional(),
  SIGNING_KEY: pem.optional(),
  SIGNING_CERTIFICATES: pem.optional(),
  LOG_KEY: pem.optional(),
  LOG_ORIGIN: z
    .string()
    .regex(/^[^\s+]{1,200}$/, 'expected a name such as lab.example, without spaces and plus signs')
    .optional(),
  TRUST_PROXY: whole(0, 10).optional(),
  DRAIN_SECONDS: whole(0, 300).optional(),
  MAX_CONNECTIONS: whole(1, 1_000_000).default(5_000),
  HEADERS_TIMEOUT_SECONDS: whole(1, 600).default(15),
  BODY_TIMEOUT_SECONDS: whole(1, 600).default(20),
  UPLOAD_TIMEOUT_SECONDS: whole(1, 3_600).default(300),
  BODY_BYTES_IN_FLIGHT: whole(11_000_000, 100_000_000_000).default(128_000_000),
  WEBHOOK_BODY_BYTES: whole(1_000, 1_000_000).default(64_000),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((each) => each.trim().replace(/\/$/, '')))
    .transform((list) => list.filter(Boolean))
    .refine(
      (list) => list.every(isOrigin),
      'expected origins such as https://shop.example, with commas between',
    ),
  LAB_NAME: z.string().min(1).default('Vialproof Analytical'),
  LAB_ADDRESS: z.string().min(1).default('1 Example Street, 00000 Example City'),
  LAB_ACCREDITATION: z.string().min(1).optional(),
  BRAND_NAME: z.string().min(1).default('Vialproof'),
  PEPCHAT_URL: webAddress.default('https://pepchat.example'),
  DISCORD_URL: webAddress.default('https://discord.example'),
  BACKUP_PASSPHRASE: z.string().min(12, 'expected at least 12 characters').optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  ACCESS_LOG: flag.optional(),
  SLOW_REQUEST_MS: whole(0, 600_000).default(1_000),
  SLOW_QUERY_MS: whole(0, 600_000).default(500),
  BUILD_COMMIT: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/, 'expected the hash of a Git commit')
    .optional(),
  POOL_SIZE: whole(2, 500).default(10),
  POOL_QUEUE: whole(1, 100_000).default(200),
  STATEMENT_TIMEOUT_MS: whole(100, 600_000).default(2_000),
  HOLIDAYS: days,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
});
