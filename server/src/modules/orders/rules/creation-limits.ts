/** How many drafts a customer may have, and how many new orders per hour. */
export const MOST_DRAFTS = 20;
export const MOST_CREATED = 100;
export const CREATED_WITHIN_SECONDS = 3_600;

type Creations = { drafts: number; recent: readonly Date[] };

/** Why a customer may not create an order now. `recent`: when orders were created within the last hour. */
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
