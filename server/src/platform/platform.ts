import type { Clock } from './clock.ts';
import type { Coherence } from './coherence.ts';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import type { Files } from './files.ts';
import type { Jobs } from './jobs.ts';
import type { Limits } from './limits.ts';
import type { Live } from './live.ts';
import type { Logger } from './log.ts';
import type { Mail } from './mail.ts';
import type { Notifications } from './notifications.ts';
import type { PasswordCost } from './password-cost.ts';
import type { VirusScan } from './virus-scan.ts';

/** What every module may use, and nothing of it knows a domain. */
export type Platform = {
  config: Config;
  db: Database;
  /** Few connections with long limits, for jobs and commands that work over whole tables; never for a visitor's request. */
  bulkDb: Database;
  coherence: Coherence;
  notifications: Notifications;
  jobs: Jobs;
  mail: Mail;
  files: Files;
  /** Asked before anything that was uploaded is read or kept. */
  virusScan: VirusScan;
  limits: Limits;
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
