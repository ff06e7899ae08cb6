// This file does not import zod, because pages use it.

/** A person who takes over the share of another member must pay it within this many hours. */
export const TAKEN_PAY_HOURS = 24;
