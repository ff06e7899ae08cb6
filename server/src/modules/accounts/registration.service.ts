import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { RegisterBody, SignedIn, VerifyEmailBody } from '@vialproof/contract/accounts';
import type { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { isEmail, normalizeEmail } from './accounts.rules.ts';
import { findUserByEmail, lockUser, markVerified, upsertUnverified } from './accounts.store.ts';
import type { Codes } from './codes.service.ts';
import { voidCodesOfEmail } from './codes.store.ts';
import type { From, Gate } from './gate.service.ts';
import type { Mailing } from './mailing.service.ts';
import { isCommonPassword } from './password.rules.ts';
import { type Passwords, refuseCommonPassword } from './password.ts';
import { newPseudonym } from './pseudonym.ts';
import type { SecurityLogBook } from './security-log.service.ts';
import type { Sessions } from './sessions.service.ts';

type Parts = {
  codes: Codes;
  gate: Gate;
  mailing: Mailing;
  passwords: Passwords;
  securityLog: SecurityLogBook;
  sessions: Sessions;
};

/** Opening an account and proving its address. */
export function createRegistration(
  platform: Platform,
  { codes, gate, mailing, passwords, securityLog, sessions }: Parts,
) {
  const { db, clock, config } = platform;

  /**
   * Says which registration a browser made. Somebody else may register the same unproven address again with a
   * password of their own; the code that its owner then gets must not turn that into the owner's account.
   */
  function proofOf(email: string, passwordHash: string): string {
    const mac = (text: string) => createHmac('sha256', config.secrets.code).update(text).digest('base64url');
    return `${mac(`registered\n${email}`)}.${mac(`registration\n${email}\n${passwordHash}`)}`;
  }

  const isSame = (proof: string | undefined, own: string) =>
    proof?.length === own.length && timingSafeEqual(Buffer.from(proof), Buffer.from(own));

  function isForeign(proof: string | undefined, email: string, passwordHash: string): boolean {
    const own = proofOf(email, passwordHash);
    // A proof of another address says nothing about this one, and clients that keep no cookies bring none.
    if (proof?.split('.')[0] !== own.split('.')[0]) return false;
    return !isSame(proof, own);
  }

  /** Whether the browser made the registration that the address has now. The same work for an address that has none. */
  async function isOwn(proof: string | undefined, email: string): Promise<boolean> {
    const user = await findUserByEmail(db.orm, isEmail(email) ? email : '');
    return isSame(proof, proofOf(email, user?.passwordHash ?? ''));
  }

  return {
    /**
     * The same answer, statements and job whether the address is new, waits for its code, or has an account.
     * Refuses rate_limited, and invalid_fields for a password that everybody has.
     * @returns the address, and a proof for the browser to bring to `verifyEmail`.
     */
    async register(
      input: z.output<typeof RegisterBody>,
      from: From,
    ): Promise<{ email: string; proof: string } | Refusal> {
      const own = [config.brandName, input.email, input.firstName, input.lastName];
      if (isCommonPassword(input.password, own)) return refuseCommonPassword();
      const refused = await gate.register(input.email, from);
      if (refused) return refused;
      const passwordHash = await passwords.hash(input.password);
      const email = normalizeEmail(input.email);
      const now = clock.now();
      return db.transaction(async (tx) => {
        await upsertUnverified(tx, {
          id: randomUUID(),
          email: input.email,
          emailNormalized: email,
          firstName: input.firstName,
          lastName: input.lastName,
          displayName: newPseudonym(),
          company: null,
          phone: null,
          marketingOptIn: false,
          role: 'customer',
          passwordHash,
          emailVerifiedAt: null,
          disabledAt: null,
          deletedAt: null,
          createdAt: now,
          updatedAt: now,
        });
        await voidCodesOfEmail(tx, email, 'verify_email', now);
        await mailing.enqueueCode(tx, { kind: 'registration', email });
        return { email: input.email, proof: proofOf(email, passwordHash) };
      });
    },

    /** Mails a new code if the address waits for one. Refuses rate_limited. */
    async resend(email: string, from: From): Promise<Refusal | undefined> {
      const refused = await gate.mail('verify', email, from);
      if (refused) return refused;
      await mailing.enqueueCode(db.orm, { kind: 'resend', email: normalizeEmail(email) });
      return undefined;
    },

    /** Proves the address and signs in. Refuses code_invalid, rate_limited. */
    async verifyEmail(
      input: z.output<typeof VerifyEmailBody>,
      proof: string | undefined,
      from: From,
    ): Promise<SignedIn | Refusal> {
      const ownProof = (await isOwn(proof, normalizeEmail(input.email))) ? proof : undefined;
      const refused = await gate.code(input.email, from, ownProof);
      if (refused) return refused;
      // Clients without cookies may enter the code as well, but their tries do not end the registering browser's.
      const asker = { browserHash: null, isOwn: ownProof !== undefined };
      const code = await codes.match(input.email, 'verify_email', input.code, asker);
      if (!code) return refuse('code_invalid');
      return db.transaction(async (tx) => {
        const user = await lockUser(tx, code.userId);
        // Without a password the account became a provider's while the code was on its way.
        if (!user?.passwordHash || user.disabledAt || !(await codes.consume(tx, code)))
          return refuse('code_invalid');
        if (isForeign(proof, user.emailNormalized, user.passwordHash)) {
          return refuse(
            'code_invalid',
            'This address was registered again after you did. Please register once more.',
          );
        }
        await markVerified(tx, user.id, clock.now());
        await securityLog.record({ kind: 'email_verified', userId: user.id, from }, tx);
        // An address is proved before a second factor can be on.
        const note = 'with a mailed code';
        return (
          (await sessions.open(tx, user, from, { note, isFactorPassed: false })) ?? refuse('code_invalid')
        );
      });
    },
  };
}
