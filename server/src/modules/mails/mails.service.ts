import type { MailsQuery, UnsentMailPage } from '@vialproof/contract/mails';
import { adminOnly, type Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import {
  ACCOUNT_MAIL,
  CODE_MAIL,
  FAREWELL_SECONDS,
  type PrivacyPart,
} from '../accounts/accounts.service.ts';
import { GROUP_MAIL, REQUEST_MAIL } from '../notifications/notifications.service.ts';
import { presentUnsent } from './mails.presenter.ts';
import { mailsStore } from './mails.store.ts';

export type Mails = ReturnType<typeof createMails>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const SHOWN = [ACCOUNT_MAIL, REQUEST_MAIL, GROUP_MAIL];

/** Mails that have not left. Those that carry a code are in a queue that is not shown: nobody sends a code again. */
export function createMails({ db, bulkDb, jobs, clock }: Platform) {
  const store = mailsStore(db.orm, { shown: SHOWN, all: [...SHOWN, CODE_MAIL] });

  const personal: PrivacyPart = {
    name: 'waiting_mails',
    export: (userId) => store.listOf(userId),
    erase: (tx, userId) => store.deleteOf(tx, userId),
  };

  return {
    /** What a person's export holds of it, and what a deletion does to it. */
    personal,

    /** A page of what has not left, those that wait longest first. */
    async list(viewer: Viewer, { state, page, limit }: MailsQuery): Promise<UnsentMailPage | Refusal> {
      const hidden = adminOnly(viewer);
      if (hidden) return hidden;
      const now = clock.now();
      const [rows, counts] = await Promise.all([
        store.list(now, { state, offset: (page - 1) * limit, limit }),
        store.counts(now),
      ]);
      const total = state ? counts[state] : counts.waiting + counts.failed;
      return { data: rows.map(presentUnsent), pagination: { page, limit, total }, counts };
    },

    /**
     * Makes a mail due now, with its Message-ID of before: a given-up one as if it were new, a waiting one ahead of its next
     * try. Refuses not_found, and wrong_state while it is being sent.
     */
    async sendAgain(viewer: Viewer, id: string): Promise<Refusal | undefined> {
      const hidden = adminOnly(viewer);
      if (hidden) return hidden;
      const now = clock.now();
      const [row] = UUID.test(id) ? await store.list(now, { id, offset: 0, limit: 1 }) : [];
      if (!row) return refuse('not_found');
      return db.transaction(async (tx) => {
        const isDue =
          row.state === 'failed' ? await jobs.sendAgain(tx, id) : await jobs.hasten(tx, row.queue, id);
        if (!isDue) return refuse('wrong_state', 'This mail is being sent right now.');
        // The address stays out of a log that only grows.
        const subject =
          row.request_id === null ? { kind: 'mail', id } : { kind: 'request', id: row.request_id };
        await recordAudit(tx, {
          at: now,
          actorId: viewer.id,
          action: 'mail.sent_again',
          subject,
          detail: { mail: row.kind, ...(row.group_title === null ? {} : { group: row.group_title }) },
        });
        return undefined;
      });
    },

    /** Makes sure that nothing is lost of what an older version left waiting; once the queues are made, and before any work. */
    keepOlder: (): Promise<void> => bulkDb.transaction((tx) => store.keepOlder(tx, FAREWELL_SECONDS)),

    /** Throws away what is of no use any more. */
    dropEnded: (): Promise<void> => store.deleteEnded(db.orm, clock.now()),
  };
}
