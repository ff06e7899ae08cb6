import { CODE_PAUSE_SECONDS } from '@vialproof/contract/mailed-codes';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** After this many wrong passwords or codes in a row, the session ends. */
export const MOST_WRONG_SECRETS = 20;

/*
 * Limits against guessing that do not lock out the owner. Most of them count one account from one network, so strangers
 * elsewhere do not use up the owner's tries. A few count an account from everywhere, but not from browsers that it
 * knows.
 */
export const LIMITS = {
  /** Wrong passwords for one account from one place. */
  loginAccount: { points: 10, seconds: 15 * MINUTE },
  /** Wrong passwords from one place for all accounts. */
  loginPlace: { points: 50, seconds: 15 * MINUTE },
  /** All passwords from one place, because each costs the time of a hash. */
  loginTries: { points: 300, seconds: 15 * MINUTE },
  /** Wrong passwords for one account from everywhere. After that, only browsers that the account knows can sign in. */
  loginStrangers: { points: 100, seconds: HOUR },
  /**
   * Codes of a second factor, typed by somebody who knows the password: 50 tries an hour for all strangers together.
   * Guessing for a day succeeds with a chance of 0.4 %.
   */
  secondFactorPlace: { points: 10, seconds: 15 * MINUTE },
  secondFactorAccount: { points: 50, seconds: HOUR },
  /** Codes of the second factor, typed in a session that has already passed it. */
  secondFactorSession: { points: 10, seconds: 15 * MINUTE },
  /** Passwords and codes that are asked for again in one session. Right ones count too: each costs the time of a hash. */
  proofs: { points: 100, seconds: 15 * MINUTE },
  /**
   * Challenges for passkeys, and answers to them, from one place or person. They bound the work and the stored
   * challenges; nobody can guess a passkey.
   */
  passkeys: { points: 300, seconds: 15 * MINUTE },
  /** Changes of the address: one after another, and for one person. */
  emailChange: { points: 5, seconds: HOUR },
  /** Exports of a person's data, which read all tables. */
  dataExport: { points: 10, seconds: HOUR },
  registerPlace: { points: 60, seconds: HOUR },
  /** Mails with codes: between two mails, from one place, and to one mailbox. */
  mailPause: { points: 1, seconds: CODE_PAUSE_SECONDS },
  mailPlace: { points: 5, seconds: HOUR },
  mailMailbox: { points: 20, seconds: HOUR },
  /** Requests for mails from one network, for all addresses together. */
  mailAnyPlace: { points: 60, seconds: HOUR },
  /** Mailed codes, entered for one account from one browser. */
  codeAccount: { points: 15, seconds: 15 * MINUTE },
  codePlace: { points: 100, seconds: 15 * MINUTE },
} as const;
