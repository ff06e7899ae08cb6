import { CODE_PAUSE_SECONDS } from '@vialproof/contract/mailed-codes';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Wrong secrets in a row with which a session ends that asks again who sits there: signatures and the like, counted together. */
export const MOST_WRONG_SECRETS = 20;

/*
 * Whoever guesses is slowed down; whoever owns the account is not locked out. So a counter is on account and place, and
 * what a stranger uses up elsewhere leaves its owner's own place untouched. The few that are on the account alone, for
 * strangers who come from many places, spare the browsers that the account knows.
 */
export const LIMITS = {
  /** Wrong passwords for one account from one place. */
  loginAccount: { points: 10, seconds: 15 * MINUTE },
  /** Wrong passwords from one place, whatever the account. */
  loginPlace: { points: 50, seconds: 15 * MINUTE },
  /** Passwords tried from one place, right or wrong: each costs a hash, whatever comes of it. */
  loginTries: { points: 300, seconds: 15 * MINUTE },
  /** Wrong passwords for one account from all the places that it never signed in from; those it did are spared. */
  loginStrangers: { points: 100, seconds: HOUR },
  /**
   * Codes of a second factor: somebody has the password already. All strangers together have 50 an hour, and so have all
   * browsers that the account knows, of which a stranger is none: at most 1,200 guesses a day each. Three of a million
   * codes are right at a time, so a day of guessing opens the account with a chance of 0.4 %, and ends with a new password.
   */
  secondFactorPlace: { points: 10, seconds: 15 * MINUTE },
  secondFactorAccount: { points: 50, seconds: HOUR },
  /** The same in one session, where the factor has been passed once: 960 a day. */
  secondFactorSession: { points: 10, seconds: 15 * MINUTE },
  /** The password asked for again before a change, in one session. */
  confirmPassword: { points: 10, seconds: 15 * MINUTE },
  /** Changes of the address: the pause between mails, and how many a person may ask for. */
  emailChange: { points: 5, seconds: HOUR },
  /** One's own data: it is read from everywhere. */
  dataExport: { points: 10, seconds: HOUR },
  registerPlace: { points: 60, seconds: HOUR },
  /** Code mails to one address: the pause, what one place may ask for, and all together to one mailbox. */
  mailPause: { points: 1, seconds: CODE_PAUSE_SECONDS },
  mailPlace: { points: 5, seconds: HOUR },
  mailMailbox: { points: 20, seconds: HOUR },
  /** Asking for mails from one place, whatever the address. */
  mailAnyPlace: { points: 60, seconds: HOUR },
  /** Codes entered for one account from one browser and place; below this stand the five tries of each code. */
  codeAccount: { points: 15, seconds: 15 * MINUTE },
  codePlace: { points: 100, seconds: 15 * MINUTE },
} as const;
