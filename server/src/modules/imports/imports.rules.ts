import type { LabKey } from '@vialproof/contract/imports';
import type { KeyRow } from './imports.tables.ts';

const DAY_MS = 86_400_000;
/** The lifetime of a key. Keys end, because a forgotten key is a risk. */
const KEY_MS = 90 * DAY_MS;
/** How long before a laboratory key expires a mail announces this. */
const NOTICE_MS = 14 * DAY_MS;

export const endOfKey = (madeAt: Date): Date => new Date(madeAt.getTime() + KEY_MS);

/** Keys that end before this time need a mail now. */
export const endOfNotice = (now: Date): Date => new Date(now.getTime() + NOTICE_MS);

export function stateOfKey(
  { revokedAt, endsAt }: Pick<KeyRow, 'revokedAt' | 'endsAt'>,
  now: Date,
): LabKey['state'] {
  if (revokedAt) return 'revoked';
  if (endsAt <= now) return 'ended';
  return endsAt <= endOfNotice(now) ? 'ends_soon' : 'valid';
}
