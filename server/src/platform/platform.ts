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
import type { PasswordCost } from './password-cost.ts';
import type { Database } from './postgres/database.ts';
import type { Notifications } from './postgres/notifications.ts';

/** What every module may use, and nothing of it knows a domain. */
export type Platform = {
  config: Config;
  db: Database;
  /** Few connections with long limits, for jobs and commands that work over whole tables; never for a visitor's request. */
  bulkDb: Database;
  notifications: Notifications;
  /** Answers that are the same for everybody. */
  publicCache: PublicCache;
  jobs: Jobs;
  mail: Mail;
  files: Files;
  /** Asked before anything that was uploaded is read or kept. */
  virusScan: VirusScan;
  limits: Limits;
  /** The places of what everybody may ask for: reads that are not in memory, writes, sign-in and checks of papers, the laboratory's calls, forms. */
  turns: Record<'reads' | 'writes' | 'verification' | 'laboratory' | 'forms', Turns>;
  live: Live;
  clock: Clock;
  /** Of every password's hash that is made from now on. */
  passwordCost: PasswordCost;
  log: Logger;
  /** The address that people and providers use for this installation; known once the server listens. */
  publicUrl: () => string;
  /** This process's own address on loopback, where the payment sandbox answers and listens; never shown to people. */
  ownAddress: () => string;
};
