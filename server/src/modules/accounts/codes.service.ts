import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { CODE_ATTEMPTS, CODE_SECONDS, isEmail, normalizeEmail } from './accounts.rules.ts';
import { lockUser } from './accounts.store.ts';
import type { CodePurpose } from './accounts.tables.ts';
import { type Asker, consumeCode, countAttempt, insertCode, voidCodesOf } from './codes.store.ts';

export type IssuedCode = { id: string; text: string; expiresAt: Date };
export type MatchedCode = { id: string; userId: string };
export type Codes = ReturnType<typeof createCodes>;

/**
 * Six-digit codes: kept as an HMAC bound to their purpose and row, 10 minutes, five tries. One live code a purpose, for
 * resets one a browser; how many browsers can have one is bounded by the mails that an address may get.
 */
export function createCodes(platform: Platform) {
  const { db, clock, config } = platform;

  function macOf(purpose: CodePurpose, id: string, text: string): Buffer {
    return createHmac('sha256', config.secrets.code).update(`${purpose}\n${id}\n${text}`).digest();
  }

  return {
    /** Makes the one live code of this purpose, for `browserHash` where it is one browser's; earlier ones are void. */
    async issue(
      tx: Tx,
      userId: string,
      purpose: CodePurpose,
      browserHash: Buffer | null,
    ): Promise<IssuedCode> {
      await lockUser(tx, userId);
      const now = clock.now();
      await voidCodesOf(tx, userId, purpose, now, browserHash);
      const id = randomUUID();
      const text = String(randomInt(1_000_000)).padStart(6, '0');
      const expiresAt = secondsAfter(now, CODE_SECONDS);
      await insertCode(tx, {
        id,
        userId,
        purpose,
        codeMac: macOf(purpose, id, text),
        browserHash,
        createdAt: now,
        expiresAt,
      });
      return { id, text, expiresAt };
    },

    /** Spends one try on the live code of an address; the match still has to be used up with `consume`. */
    async match(
      email: string,
      purpose: CodePurpose,
      text: string,
      asker: Asker,
    ): Promise<MatchedCode | undefined> {
      const address = normalizeEmail(email);
      const sought = isEmail(address) ? address : '';
      const attempt = await countAttempt(db, sought, purpose, asker, CODE_ATTEMPTS, clock.now());
      // Without a code the same work is done against nothing.
      const given = macOf(purpose, attempt?.id ?? randomUUID(), text);
      const right = timingSafeEqual(given, attempt?.code_mac ?? Buffer.alloc(given.length));
      return attempt && right ? { id: attempt.id, userId: attempt.user_id } : undefined;
    },

    /** Uses a matched code up in the transaction that acts on it; false when that has happened already. */
    consume: (tx: Tx, code: MatchedCode): Promise<boolean> => consumeCode(tx, code.id, clock.now()),
  };
}
