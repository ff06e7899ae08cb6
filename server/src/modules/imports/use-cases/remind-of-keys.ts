import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isStaffRole } from '../../../platform/access.ts';
import { defineJob } from '../../../platform/jobs/jobs.ts';
import { defineMailJob, MAIL_TO_ACCOUNT, mailTimes } from '../../../platform/mail/mail-jobs.ts';
import { findPeople, listPeople } from '../../accounts/accounts.service.ts';
import { keyEndsMail } from '../imports.mails.ts';
import { endOfNotice } from '../imports.rules.ts';
import type { ImportsContext } from '../imports.service.ts';
import { findKey, lockEndingKeys, updateKey } from '../imports.store.ts';

export const remindOfKeysJob = defineJob('imports.remind-of-keys', z.object({}), { every: '17 6 * * *' });

/** Mails about keys. */
export const keyMailJob = defineMailJob(
  'imports.key-mail',
  z.object({ ...MAIL_TO_ACCOUNT, kind: z.literal('lab_key_ends'), keyId: z.string(), eventId: z.string() }),
  { expireInSeconds: 30 },
);

/** Mails every admin and the person who made a key, once, 14 days before it ends. */
export async function remindOfKeys(ctx: ImportsContext): Promise<void> {
  const { db, clock, jobs } = ctx.platform;
  const staff = (await listPeople(ctx.accounts)).filter(({ role }) => isStaffRole(role));
  const admins = staff.filter(({ role }) => role === 'admin').map(({ id }) => id);
  await db.transaction(async (tx) => {
    const now = clock.now();
    for (const key of await lockEndingKeys(tx, endOfNotice(now))) {
      const makers = staff.filter(({ id }) => id === key.madeBy).map(({ id }) => id);
      for (const userId of new Set([...makers, ...admins])) {
        const mail = { kind: 'lab_key_ends' as const, userId, keyId: key.id, eventId: randomUUID() };
        await jobs.send(tx, keyMailJob, { ...mail, ...mailTimes(ctx.platform) });
      }
      await updateKey(tx, key.id, { remindedAt: now });
    }
  });
}

/** Sends the mail about a key. None for a revoked key, or to a person who has left the staff. */
export async function sendKeyMail(
  ctx: ImportsContext,
  job: z.infer<typeof keyMailJob.schema>,
): Promise<void> {
  const { db, clock, config, mail, publicUrl } = ctx.platform;
  const key = await findKey(db.orm, { id: job.keyId });
  if (!key || key.revokedAt) return;
  const people = await findPeople(ctx.accounts, [job.userId, key.madeBy]);
  const person = people.get(job.userId);
  if (!person?.email || !isStaffRole(person.role)) return;
  const origin = publicUrl();
  const content = keyEndsMail({
    brand: config.brandName,
    name: key.name,
    madeBy: people.get(key.madeBy)?.display_name ?? 'Former member',
    madeAt: key.madeAt,
    endsAt: key.endsAt,
    now: clock.now(),
    keysUrl: `${origin}/lab/keys`,
  });
  const messageId = `<key-${job.eventId}@${new URL(origin).hostname}>`;
  await mail.send({ about: 'account', to: person.email, ...content, messageId });
}
