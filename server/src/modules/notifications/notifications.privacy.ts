import { isoOf } from '@vialproof/science/calendar/dates';
import type { Platform } from '../../platform/platform.ts';
import { type AccountsContext, type PrivacyPart, selectEmail } from '../accounts/accounts.service.ts';
import { forgetRecipient, listDispatches } from './notifications.store.ts';

/** The mails about orders to a person, for the data export. */
export function notificationsPrivacy(
  { db }: Platform,
  { accounts }: { accounts: AccountsContext },
): PrivacyPart {
  return {
    name: 'mails_about_orders',
    async export(userId) {
      const sent = await listDispatches(db.orm, await selectEmail(accounts, userId));
      return sent.map(({ template, sentAt }) => ({ kind: template, sent_at: isoOf(sentAt) }));
    },
    async erase(tx, userId) {
      await forgetRecipient(tx, await selectEmail(accounts, userId));
    },
  };
}
