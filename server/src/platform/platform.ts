import type { PublicCache } from './cache/public-cache.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Figures } from './figures.ts';
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
import type { PublicReads, ReadReplica } from './postgres/read-replica.ts';

/** Services for every module. */
export type Platform = {
  config: Config;
  db: Database;
  /**
   * Runs reads of public data, on a replica if there is one that is up to date. Never for money, sign-in, a person's
   * own data, or a decision.
   */
  publicReads: PublicReads;
  /** The standby of READ_DATABASE_URL. */
  replica: ReadReplica | undefined;
  /** A few connections without short time limits, for jobs and commands. */
  bulkDb: Database;
  notifications: Notifications;
  /** The cache of public answers. */
  publicCache: PublicCache;
  jobs: Jobs;
  mail: Mail;
  files: Files;
  /** Checks an upload before it is read or stored. */
  virusScan: VirusScan;
  limits: Limits;
  /** Limits how much public work runs at the same time. */
  turns: Record<'reads' | 'writes' | 'verification' | 'laboratory' | 'forms', Turns>;
  live: Live;
  clock: Clock;
  /** The cost of new password hashes. */
  passwordCost: PasswordCost;
  log: Logger;
  /** What this process counts about its own work. */
  figures: Figures;
  /** The public address; known after the server listens. */
  publicUrl: () => string;
  /** The address of this process on its own machine, which the sandbox calls. */
  ownAddress: () => string;
};
