import type { Platform } from '../../platform/platform.ts';
import {
  type AccountsContext,
  normalizeEmail,
  type PrivacyPart,
  selectEmail,
} from '../accounts/accounts.service.ts';
import { deleteWatches, findWatcherAt, listWatchesOf } from './watches.store.ts';

/** The alerts of an account. They are deleted with it. */
export function watchesPrivacy({ db }: Platform, { accounts }: { accounts: AccountsContext }): PrivacyPart {
  const addressOf = async (userId: string) => normalizeEmail(await selectEmail(accounts, userId));
  const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    name: 'watches',
    async export(userId) {
      const rows = await listWatchesOf(db.orm, await addressOf(userId));
      return rows.map(({ kind, subject, created_ms, confirmed_ms }) => ({
        kind,
        subject,
        asked_at: instant(created_ms),
        confirmed_at: instant(confirmed_ms),
      }));
    },
    async erase(tx, userId) {
      const watcher = await findWatcherAt(tx, await addressOf(userId));
      if (watcher) await deleteWatches(tx, watcher.id);
    },
  };
}
