import { isIP } from 'node:net';
import type { z } from 'zod';
import type { Settings } from './settings.ts';

type Given = z.infer<typeof Settings>;
type Must = (condition: unknown, complaint: string) => void;

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

/** What does not fit together in the settings, one sentence per line. */
export function checkSettings(s: Given): string[] {
  const complaints: string[] = [];
  const must: Must = (condition, complaint) => {
    if (!condition) complaints.push(`  ${complaint}`);
  };
  must(
    !s.STRIPE_SECRET_KEY || s.STRIPE_WEBHOOK_SECRET,
    'STRIPE_WEBHOOK_SECRET: must be set when STRIPE_SECRET_KEY is',
  );
  must(
    !s.COINBASE_KEY_ID || (s.COINBASE_KEY_SECRET && s.COINBASE_WEBHOOK_SECRET),
    'COINBASE_KEY_SECRET and COINBASE_WEBHOOK_SECRET: must be set when COINBASE_KEY_ID is',
  );
  must(!s.DIRECT_DATABASE_URL || s.DATABASE_URL, 'DATABASE_URL: must be set when DIRECT_DATABASE_URL is');
  must(!s.READ_DATABASE_URL || s.DATABASE_URL, 'DATABASE_URL: must be set when READ_DATABASE_URL is');
  must(
    !s.S3_BUCKET || (s.S3_ACCESS_KEY_ID && s.S3_SECRET_ACCESS_KEY),
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: must be set when S3_BUCKET is',
  );
  must(
    !s.SIGNING_KEY === !s.SIGNING_CERTIFICATES,
    'SIGNING_KEY and SIGNING_CERTIFICATES: one is of no use without the other',
  );
  must(
    !s.ADMIN_PASSKEY || !s.PUBLIC_URL || takesPasskeys(s.PUBLIC_URL),
    'PUBLIC_URL: must be https and name a host when ADMIN_PASSKEY is on, because browsers use no passkeys elsewhere',
  );
  if (s.NODE_ENV === 'production') checkProduction(s, must);
  else {
    must(
      LOOPBACK.has(s.HOST) || s.ALLOW_REMOTE_DEVELOPMENT,
      `HOST: ${s.HOST} would show demo sign-ins and mails to the network; set ALLOW_REMOTE_DEVELOPMENT=1 if that is meant`,
    );
  }
  return complaints;
}

/** Remarks for the operator about valid settings. */
export function remarksOn(s: Given): string[] {
  const remarks: string[] = [];
  if (s.NODE_ENV === 'production' && s.TRUST_PROXY === undefined)
    remarks.push(
      'TRUST_PROXY is not set: behind a proxy all clients share one address, and with it one place and one limit. Set it to the number of proxies in front, or to 0 where there are none.',
    );
  if (s.NODE_ENV === 'production' && s.SECURITY_CONTACT === undefined)
    remarks.push(
      'SECURITY_CONTACT is not set: there is no /.well-known/security.txt, so people who find a weakness do not know whom to write to.',
    );
  return remarks;
}

/** Whether browsers use passkeys at this address: not for an IP address, and without https only on this machine. */
function takesPasskeys(address: string): boolean {
  const { hostname, protocol } = new URL(address);
  const isNamed = isIP(hostname.replace(/[[\]]/g, '')) === 0;
  return isNamed && (protocol === 'https:' || isLoopback(address));
}

/** Whether only this machine can reach the address. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function checkProduction(s: Given, must: Must): void {
  must(s.SMTP_URL, 'SMTP_URL: production sends real mail, so it must be set');
  must(s.MAIL_FROM, 'MAIL_FROM: the sender of real mail must be set');
  must(s.PUBLIC_URL, 'PUBLIC_URL: must be set in production');
  must(
    !s.PUBLIC_URL || s.PUBLIC_URL.startsWith('https:') || isLoopback(s.PUBLIC_URL),
    'PUBLIC_URL: must be https in production, unless its host is this machine: sign-ins would cross the network in the clear',
  );
  must(
    s.DATABASE_URL || s.EMBEDDED_DATABASE,
    'DATABASE_URL: must be set in production, or EMBEDDED_DATABASE=1',
  );
  must(
    s.STRIPE_SECRET_KEY || s.COINBASE_KEY_ID || s.ALLOW_SANDBOX_PAYMENTS,
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
}
