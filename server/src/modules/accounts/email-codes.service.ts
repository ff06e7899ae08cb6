import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { secondsAfter } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import { CODE_SECONDS } from './accounts.rules.ts';
import { type EmailChangeRow, type EmailSide, setEmailCode } from './email-change.store.ts';

export type { EmailSide } from './email-change.store.ts';
export type EmailCodes = ReturnType<typeof createEmailCodes>;

/** The two codes of a change of address: six digits each, kept as HMACs that are bound to the change and the mailbox. */
export function createEmailCodes({ db, clock, config }: Platform) {
  function macOf(changeId: string, side: EmailSide, text: string): Buffer {
    return createHmac('sha256', config.secrets.code)
      .update(`email_change\n${changeId}\n${side}\n${text}`)
      .digest();
  }

  const isRight = (change: EmailChangeRow, side: EmailSide, text: string, kept: Buffer | null) => {
    const given = macOf(change.id, side, text);
    return timingSafeEqual(given, kept ?? Buffer.alloc(given.length));
  };

  return {
    /** Makes the code that is mailed now; the one before is void. The ten minutes begin anew. */
    async issue(changeId: string, side: EmailSide): Promise<{ text: string; expiresAt: Date }> {
      const text = String(randomInt(1_000_000)).padStart(6, '0');
      const expiresAt = secondsAfter(clock.now(), CODE_SECONDS);
      await setEmailCode(db.orm, changeId, side, macOf(changeId, side, text), expiresAt);
      return { text, expiresAt };
    },

    /** Whether both codes are right; which one is not, nobody is told. */
    match(change: EmailChangeRow, current: string, fresh: string): boolean {
      const first = isRight(change, 'current', current, change.currentCodeMac);
      const second = isRight(change, 'new', fresh, change.newCodeMac);
      return first && second;
    },
  };
}
