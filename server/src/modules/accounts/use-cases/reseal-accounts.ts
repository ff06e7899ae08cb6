import { recordAudit } from '../../../platform/audit.ts';
import { NIL_ID } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { SealedWith } from '../../../platform/sealing.ts';
import type { AccountsContext } from '../accounts.context.ts';
import * as store from '../sealed.store.ts';
import { storedRecoveryCode } from './use-second-factor-code.ts';

/** How many rows of a kind each of the listed secrets has sealed. */
type Counts = Record<SealedWith, number>;

export type SealedCounts = {
  secondFactors: Counts;
  recoveryCodes: Counts;
  /** Recovery codes that were stored before codes were sealed. Only the secret of their time accepts them. */
  unsealed: { email: string; codes: number }[];
};

/** A kind of sealed rows. */
type Kind<Row> = {
  pages: () => AsyncGenerator<Row[]>;
  sealedWith: (row: Row) => SealedWith;
  /** Seals a row again with the newest secret; false if the row has changed meanwhile. */
  reseal: (tx: Tx, row: Row) => Promise<boolean>;
};

/** Counts what is sealed with CODE_SECRET, and with which secret of the list. */
export async function countSealed(ctx: AccountsContext): Promise<SealedCounts> {
  return {
    secondFactors: await count(secondFactors(ctx)),
    recoveryCodes: await count(recoveryCodes(ctx)),
    unsealed: await store.listUnsealedCodes(ctx.platform.bulkDb.orm),
  };
}

/**
 * Seals everything again with the newest secret, in short transactions while the server runs. An interrupted run loses
 * nothing, and the next one continues. Returns how many rows it sealed.
 */
export async function resealAccounts(
  ctx: AccountsContext,
): Promise<{ secondFactors: number; recoveryCodes: number }> {
  const { db, clock } = ctx.platform;
  const before = await countSealed(ctx);
  const waiting = { second_factors: before.secondFactors.older, recovery_codes: before.recoveryCodes.older };
  if (waiting.second_factors + waiting.recovery_codes === 0) return { secondFactors: 0, recoveryCodes: 0 };
  // Recorded before the work, so that an interrupted run is in the audit log, too.
  await recordAudit(db.orm, {
    at: clock.now(),
    actorId: null,
    action: 'secrets.resealed',
    subject: { kind: 'secrets', id: NIL_ID },
    detail: waiting,
  });
  return {
    secondFactors: await reseal(ctx, secondFactors(ctx)),
    recoveryCodes: await reseal(ctx, recoveryCodes(ctx)),
  };
}

async function count<Row>({ pages, sealedWith }: Kind<Row>): Promise<Counts> {
  const counts: Counts = { newest: 0, older: 0, unknown: 0 };
  for await (const page of pages()) {
    for (const row of page) counts[sealedWith(row)] += 1;
  }
  return counts;
}

async function reseal<Row>(
  { platform }: AccountsContext,
  { pages, sealedWith, reseal: sealAgain }: Kind<Row>,
): Promise<number> {
  let resealed = 0;
  for await (const page of pages()) {
    const older = page.filter((row) => sealedWith(row) === 'older');
    await platform.db.transaction(async (tx) => {
      for (const row of older) resealed += (await sealAgain(tx, row)) ? 1 : 0;
    });
  }
  return resealed;
}

const secondFactors = ({ platform, sealing }: AccountsContext): Kind<store.FactorRow> => ({
  pages: () => store.listFactorPages(platform.bulkDb.orm),
  sealedWith: ({ sealed, userId }) => sealing.secondFactor.sealedWith(sealed, userId),
  async reseal(tx, row) {
    const secret = sealing.secondFactor.open(row.sealed, row.userId);
    if (!secret) return false;
    return store.replaceFactorSeal(tx, row, sealing.secondFactor.seal(secret, row.userId));
  },
});

const recoveryCodes = (ctx: AccountsContext): Kind<store.CodeRow> => ({
  pages: () => store.listCodePages(ctx.platform.bulkDb.orm),
  sealedWith: ({ sealed, userId }) => ctx.sealing.recoveryCode.sealedWith(sealed, userId),
  async reseal(tx, row) {
    const code = ctx.sealing.recoveryCode.open(row.sealed, row.userId);
    if (!code) return false;
    return store.replaceCodeSeal(tx, row, storedRecoveryCode(ctx, row.userId, code.toString()));
  },
});
