import type { PublicCache } from './cache/public-cache.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Files } from './files/files.ts';
import type { VirusScan } from './files/virus-scan.ts';
import type { Turns } from './http/turns.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Limits } from './limits.ts';
import type { Live } from './live.ts';
import type { Logger } from './log.ts';
import type { Mail } from './mail/mail.ts';
import type { PasswordCost } from './password-hash.ts';
import type { Database } from './postgres/database.ts';
import type { Notifications } from './postgres/notifications.ts';

/** Services for every module, without domain knowledge. */
export type Platform = {
  config: Config;
  db: Database;
  /** Few connections with long limits, for jobs and commands over whole tables; never for a visitor's request. */
  bulkDb: Database;
  notifications: Notifications;
  /** The cache of public answers. */
  publicCache: PublicCache;
  jobs: Jobs;
  mail: Mail;
  files: Files;
  /** Called before an upload is read or stored. */
  virusScan: VirusScan;
  limits: Limits;
  /** Places for public work: uncached reads, writes, sign-in and verification, the laboratory's calls, forms. */
  turns: Record<'reads' | 'writes' | 'verification' | 'laboratory' | 'forms', Turns>;
  live: Live;
  clock: Clock;
  /** Cost of new password hashes. */
  passwordCost: PasswordCost;
  log: Logger;
  /** The public address of this installation; known once the server listens. */
  publicUrl: () => string;
  /** This process's own loopback address, for the payment sandbox; never shown to people. */
  ownAddress: () => string;
};
