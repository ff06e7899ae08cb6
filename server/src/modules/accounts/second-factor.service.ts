import { createHmac, randomBytes } from 'node:crypto';
import type { SecondFactorOn, SecondFactorSetup } from '@vialproof/contract/second-factor';
import { renderSVG } from 'uqr';
import type { Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { lockUser } from './accounts.store.ts';
import type { UserRow } from './accounts.tables.ts';
import type { Confirmation } from './confirmation.service.ts';
import type { From, Gate } from './gate.service.ts';
import type { Mailing } from './mailing.service.ts';
import { createSealing } from './sealing.ts';
import * as rules from './second-factor.rules.ts';
import * as store from './second-factor.store.ts';
import type { SecurityLogBook } from './security-log.service.ts';
import type { Sessions } from './sessions.service.ts';

export type SecondFactor = ReturnType<typeof createSecondFactor>;
type Parts = {
  gate: Gate;
  sessions: Sessions;
  mailing: Mailing;
  securityLog: SecurityLogBook;
  confirmation: Confirmation;
};

/** Codes of an authenticator (TOTP), and recovery codes for whoever lost it. */
export function createSecondFactor(platform: Platform, parts: Parts) {
  const { db, clock, config } = platform;
  const { gate, sessions, mailing, securityLog, confirmation } = parts;
  const sealing = createSealing(config.secrets.code, 'second factor');

  const macOf = (userId: string, code: string): Buffer =>
    createHmac('sha256', config.secrets.code)
      .update(`recovery\n${userId}\n${rules.foldRecoveryCode(code)}`)
      .digest();

  async function renewRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
    const codes = rules.newRecoveryCodes();
    const macs = codes.map((code) => macOf(userId, code));
    await store.replaceRecoveryCodes(tx, userId, macs, clock.now());
    return codes;
  }

  /** The time step of a code, taken so that it counts once; false when it is not right, or was used. */
  async function takeAuthenticatorCode(tx: Tx, userId: string, sealed: Buffer, code: string) {
    const secret = sealing.open(sealed, userId);
    if (!secret) throw new Error(`the second factor of ${userId} was sealed with another CODE_SECRET`);
    const step = rules.stepOf(secret, code, clock.now());
    return step !== undefined && (await store.takeStep(tx, userId, step));
  }

  /** Uses up a code of the factor that is on; undefined when it is not right. */
  async function use(
    tx: Tx,
    user: UserRow,
    code: string,
    from: From,
  ): Promise<'authenticator' | 'recovery' | undefined> {
    const factor = await store.findSecondFactor(tx, user.id);
    if (!factor?.confirmedAt) return undefined;
    if (await takeAuthenticatorCode(tx, user.id, factor.secret, code)) return 'authenticator';
    if (!(await store.takeRecoveryCode(tx, user.id, macOf(user.id, code), clock.now()))) return undefined;
    const left = await store.countRecoveryCodes(tx, user.id);
    const note = `${left} left`;
    await securityLog.record({ kind: 'recovery_code_used', userId: user.id, from, note }, tx);
    await mailing.enqueue(tx, { kind: 'recovery_code_used', userId: user.id, left });
    return 'recovery';
  }

  async function remove(tx: Tx, user: UserRow, actorId: string | null, from?: From): Promise<boolean> {
    if (!(await store.removeFactor(tx, user.id))) return false;
    const now = clock.now();
    await store.voidChallengesOf(tx, user.id, now);
    const isOwn = actorId === user.id;
    await securityLog.record(
      { kind: 'second_factor_off', userId: user.id, actorId: isOwn ? null : actorId, from },
      tx,
    );
    await recordAudit(tx, {
      at: now,
      actorId,
      action: 'account.second_factor_off',
      subject: { kind: 'user', id: user.id },
    });
    await mailing.enqueue(tx, { kind: 'second_factor_off', userId: user.id });
    return true;
  }

  return {
    use,
    remove,

    /** Makes a secret to scan; nothing changes before `confirm`. Refuses wrong_state while one is on. */
    async begin(
      viewer: Viewer,
      password: string | undefined,
      from: From,
    ): Promise<SecondFactorSetup | Refusal> {
      const user = await confirmation.confirm(viewer, password, from);
      if (isRefusal(user)) return user;
      const secret = randomBytes(rules.SECRET_BYTES);
      const sealed = sealing.seal(secret, user.id);
      const isPut = await db.transaction((tx) => store.putPendingFactor(tx, user.id, sealed, clock.now()));
      if (!isPut) return refuse('wrong_state', 'A second factor is on already.');
      const described = rules.describeSecret(secret, config.brandName, user.email);
      return {
        secret: described.secret,
        otpauth_url: described.url,
        qr_svg: renderSVG(described.url, { ecc: 'M', border: 2 }),
      };
    },

    /** Switches it on with its first code; signs every other device out. Refuses code_invalid, wrong_state, rate_limited. */
    async confirm(viewer: Viewer, code: string, from: From): Promise<SecondFactorOn | Refusal> {
      const refused = await gate.sessionFactor(viewer.sessionId);
      if (refused) return refused;
      const outcome = await db.transaction(async (tx) => {
        const user = await lockUser(tx, viewer.id);
        const factor = await store.findSecondFactor(tx, viewer.id);
        if (!user || !factor || factor.confirmedAt) {
          return refuse('wrong_state', 'There is no second factor that waits for its first code.');
        }
        if (!(await takeAuthenticatorCode(tx, user.id, factor.secret, code))) return refuse('code_invalid');
        const now = clock.now();
        await store.confirmFactor(tx, user.id, now);
        await sessions.revokeAll(tx, user.id, 'second factor switched on', viewer.sessionId);
        await securityLog.record({ kind: 'second_factor_on', userId: user.id, from }, tx);
        await recordAudit(tx, {
          at: now,
          actorId: user.id,
          action: 'account.second_factor_on',
          subject: { kind: 'user', id: user.id },
        });
        await mailing.enqueue(tx, { kind: 'second_factor_on', userId: user.id });
        const recoveryCodes = await renewRecoveryCodes(tx, user.id);
        return { recovery_codes: recoveryCodes, user: await sessions.presentNow(tx, user) };
      });
      if ('user' in outcome) await gate.sessionFactorRight(viewer.sessionId);
      return outcome;
    },

    /** Refuses code_invalid, wrong_state while it is off, rate_limited. */
    async renewCodes(
      viewer: Viewer,
      code: string,
      from: From,
    ): Promise<{ recovery_codes: string[] } | Refusal> {
      const refused = await gate.sessionFactor(viewer.sessionId);
      if (refused) return refused;
      return db.transaction(async (tx) => {
        const user = await lockUser(tx, viewer.id);
        const factor = await store.findSecondFactor(tx, viewer.id);
        if (!user || !factor?.confirmedAt) return refuse('wrong_state', 'The second factor is off.');
        if (!(await takeAuthenticatorCode(tx, user.id, factor.secret, code))) return refuse('code_invalid');
        await securityLog.record({ kind: 'recovery_codes_renewed', userId: user.id, from }, tx);
        return { recovery_codes: await renewRecoveryCodes(tx, user.id) };
      });
    },

    /** Refuses code_invalid, rate_limited, and wrong_state while it is off or where staff must have it. */
    async switchOff(
      viewer: Viewer,
      { code, password }: { code: string; password: string | undefined },
      from: From,
    ): Promise<Refusal | undefined> {
      const known = await confirmation.confirm(viewer, password, from);
      if (isRefusal(known)) return known;
      const refused = await gate.sessionFactor(viewer.sessionId);
      if (refused) return refused;
      return db.transaction(async (tx) => {
        const user = await lockUser(tx, viewer.id);
        if (!user) return refuse('wrong_state');
        if (rules.secondFactorStateOf(user.role, false, config.staffSecondFactor) === 'required') {
          return refuse('wrong_state', 'Staff need a second factor. Another admin can reset a lost one.');
        }
        const factor = await store.findSecondFactor(tx, user.id);
        if (!factor?.confirmedAt) return refuse('wrong_state', 'The second factor is off.');
        if (!(await use(tx, user, code, from))) return refuse('code_invalid');
        await remove(tx, user, user.id, from);
        return undefined;
      });
    },
  };
}
