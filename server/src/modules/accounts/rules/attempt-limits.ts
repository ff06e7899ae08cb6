import { CODE_PAUSE_SECONDS } from '@vialproof/contract/mailed-codes';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Consecutive wrong secrets that end a session, of signatures and other confirmations together. */
export const MOST_WRONG_SECRETS = 20;

/*
 * Guessing is limited without locking the owner out: a counter belongs to account and place, and tries from elsewhere
 * leave the owner's own place unaffected. The few counters of the account alone, for strangers from many places, spare
 * the browsers known to the account.
 */
export const LIMITS = {
  /** Wrong passwords for one account from one place. */
  loginAccount: { points: 10, seconds: 15 * MINUTE },
  /** Wrong passwords from one place, for all accounts. */
  loginPlace: { points: 50, seconds: 15 * MINUTE },
  /** Passwords tried from one place, right or wrong: each costs a hash. */
  loginTries: { points: 300, seconds: 15 * MINUTE },
  /** Wrong passwords for one account from all places without an earlier sign-in. */
  loginStrangers: { points: 100, seconds: HOUR },
  /**
   * Codes of a second factor, from somebody with the password. All strangers together have 50 an hour, and so have all
   * known browsers: at most 1,200 guesses a day each. Three of a million codes are valid at a time, so a day of
   * guessing succeeds with a chance of 0.4 %, and a new password ends it.
   */
  secondFactorPlace: { points: 10, seconds: 15 * MINUTE },
  secondFactorAccount: { points: 50, seconds: HOUR },
  /** The same in one session that has already passed the factor: 960 a day. */
  secondFactorSession: { points: 10, seconds: 15 * MINUTE },
  /** The password repeated before a change, in one session. */
  confirmPassword: { points: 10, seconds: 15 * MINUTE },
  /** Changes of the address: the pause between mails, and the requests per person. */
  emailChange: { points: 5, seconds: HOUR },
  /** One's own data: it is read from all tables. */
  dataExport: { points: 10, seconds: HOUR },
  registerPlace: { points: 60, seconds: HOUR },
  /** Code mails to one address: the pause, the limit per place, and the limit per mailbox. */
  mailPause: { points: 1, seconds: CODE_PAUSE_SECONDS },
  mailPlace: { points: 5, seconds: HOUR },
  mailMailbox: { points: 20, seconds: HOUR },
  /** Requests for mails from one place, for all addresses. */
  mailAnyPlace: { points: 60, seconds: HOUR },
  /** Codes entered for one account from one browser and place; each code also has five tries. */
  codeAccount: { points: 15, seconds: 15 * MINUTE },
  codePlace: { points: 100, seconds: 15 * MINUTE },
} as const;
