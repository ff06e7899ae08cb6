/** How many open drafts a customer may have, and how many orders a customer may create per hour. */
export const MOST_DRAFTS = 20;
export const MOST_CREATED = 100;
export const CREATED_WITHIN_SECONDS = 3_600;

type Creations = { drafts: number; recent: readonly Date[] };

/**
 * The reason why a customer may not create another order now. `recent` contains the times of the orders created within
 * the hour before `now`.
 */
export function creationRefusal(
  { drafts, recent }: Creations,
  now: Date,
): { code: 'too_many_drafts' } | { code: 'rate_limited'; waitSeconds: number } | undefined {
  if (drafts >= MOST_DRAFTS) return { code: 'too_many_drafts' };
  const oldest = recent.map((at) => at.getTime()).sort((a, b) => b - a)[MOST_CREATED - 1];
  if (oldest === undefined) return undefined;
  const waitSeconds = Math.ceil((oldest - now.getTime()) / 1000) + CREATED_WITHIN_SECONDS;
  return { code: 'rate_limited', waitSeconds: Math.max(1, waitSeconds) };
}
