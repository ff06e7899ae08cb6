const MINUTE = 60;
const HOUR = 60 * MINUTE;
export const DAY_SECONDS = 24 * HOUR;

export const CODE_SECONDS = 10 * MINUTE;
export const CODE_ATTEMPTS = 5;
/** Between the right password and the code of the second factor. */
export const CHALLENGE_SECONDS = 10 * MINUTE;
/** Between the provider's redirect and the page that fetches the session. */
export const PROVIDER_CODE_SECONDS = MINUTE;
/** Between leaving for the provider and coming back. */
export const PROVIDER_FLOW_SECONDS = 10 * MINUTE;
/** Whoever has no password confirms changes by a sign-in that is younger than this. */
export const FRESH_SIGN_IN_SECONDS = 10 * MINUTE;
/** How long the last mail to whoever deleted the account is tried. */
export const FAREWELL_SECONDS = 7 * DAY_SECONDS;
export const UNVERIFIED_SECONDS = 7 * DAY_SECONDS;
export const SECURITY_LOG_SECONDS = 180 * DAY_SECONDS;
export const KNOWN_DEVICE_SECONDS = 400 * DAY_SECONDS;
export const RESET_GRANT_SECONDS = 10 * MINUTE;
/** A session not refreshed for so long has ended. */
export const REFRESH_SECONDS = 30 * DAY_SECONDS;
/** However busy, a session ends after this. */
export const SESSION_SECONDS = 90 * DAY_SECONDS;
/**
 * Two tabs may refresh with the same token at once, and go on with the same successor; a replay after this is theft. A
 * copy that was used within it shows at the next rotation.
 */
export const REFRESH_GRACE_SECONDS = 10;

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
  /** Code mails to one address: the pause, what one place may ask for, and all strangers together. */
  mailPause: { points: 1, seconds: MINUTE },
  mailPlace: { points: 5, seconds: HOUR },
  mailAddress: { points: 20, seconds: HOUR },
  /** Asking for mails from one place, whatever the address. */
  mailAnyPlace: { points: 60, seconds: HOUR },
  /** Codes entered for one account from one browser and place; below this stand the five tries of each code. */
  codeAccount: { points: 15, seconds: 15 * MINUTE },
  codePlace: { points: 100, seconds: 15 * MINUTE },
} as const;
