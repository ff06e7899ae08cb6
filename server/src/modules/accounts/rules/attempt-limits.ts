import { CODE_PAUSE_SECONDS } from '@vialproof/contract/mailed-codes';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The number of consecutive wrong secrets that ends a session; signatures and other confirmations count together. */
export const MOST_WRONG_SECRETS = 20;

/*
 * These limits stop guessing without locking the owner out. A counter belongs to one account and one place, so tries
 * from elsewhere do not limit the owner's own place. A few counters belong to an account alone, against strangers from
 * many places. They do not count tries from browsers that the account knows.
 */
export const LIMITS = {
  /** Wrong passwords for one account from one place. */
  loginAccount: { points: 10, seconds: 15 * MINUTE },
  /** Wrong passwords from one place, for all accounts. */
  loginPlace: { points: 50, seconds: 15 * MINUTE },
  /** Passwords tried from one place, right or wrong, since each try costs a hash. */
  loginTries: { points: 300, seconds: 15 * MINUTE },
  /**
   * Wrong passwords for one account from all places; at the limit, only browsers that the account knows can sign in.
   */
  loginStrangers: { points: 100, seconds: HOUR },
  /**
   * Codes of a second factor, entered by somebody who knows the password. All strangers together have 50 tries an hour,
   * and so have all known browsers: at most 1,200 guesses a day each. Three of a million codes are valid at a time, so
   * a day of guessing succeeds with a chance of 0.4 %. A new password ends the guessing.
   */
  secondFactorPlace: { points: 10, seconds: 15 * MINUTE },
  secondFactorAccount: { points: 50, seconds: HOUR },
  /** Codes of a second factor in one session that has already passed the factor: at most 960 a day. */
  secondFactorSession: { points: 10, seconds: 15 * MINUTE },
  /** The password repeated before a change, in one session. */
  confirmPassword: { points: 10, seconds: 15 * MINUTE },
  /** Changes of the address: the pause between two mails, and the requests of one person. */
  emailChange: { points: 5, seconds: HOUR },
  /** Exports of a person's data; an export reads all tables. */
  dataExport: { points: 10, seconds: HOUR },
  registerPlace: { points: 60, seconds: HOUR },
  /** Code mails to one address: the pause between two mails, the limit per place, and the limit per mailbox. */
  mailPause: { points: 1, seconds: CODE_PAUSE_SECONDS },
  mailPlace: { points: 5, seconds: HOUR },
  mailMailbox: { points: 20, seconds: HOUR },
  /** Requests for mails from one place, for all addresses. */
  mailAnyPlace: { points: 60, seconds: HOUR },
  /** Codes entered for one account from one browser and one place; each code also has only five tries. */
  codeAccount: { points: 15, seconds: 15 * MINUTE },
  codePlace: { points: 100, seconds: 15 * MINUTE },
} as const;
