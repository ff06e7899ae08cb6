import type { ImportsQuery, LabKey, TraceImport } from '@vialproof/contract/imports';
import type { Pagination } from '@vialproof/contract/primitives';
import type { Viewer } from '../../platform/access.ts';
import { findPeople } from '../accounts/accounts.service.ts';
import { ownTasks, selectOrder } from '../orders/orders.service.ts';
import { presentImport, presentKey } from './imports.presenter.ts';
import type { ImportsContext } from './imports.service.ts';
import { countImports, listImports, listImportsOf, listKeys, listSentTraces } from './imports.store.ts';
import type { DecidedImport, KeyRow } from './imports.tables.ts';

/** The chromatograms that programs sent for these requests, and who made the programs' keys. */
export const findSentTraces = listSentTraces;

/** Every key, newest first. */
export async function readKeys(ctx: ImportsContext): Promise<LabKey[]> {
  return describeKeys(ctx, await listKeys(ctx.platform.db.orm));
}

/** Keys with the names of the people who made and revoked them. */
export async function describeKeys(ctx: ImportsContext, rows: KeyRow[]): Promise<LabKey[]> {
  const nameOf = await namesOf(
    ctx,
    rows.flatMap(({ madeBy, revokedBy }) => [madeBy, ...(revokedBy ? [revokedBy] : [])]),
  );
  const now = ctx.platform.clock.now();
  return rows.map((row) => presentKey(row, nameOf, now));
}

type Page = { data: TraceImport[]; pagination: Pagination; waiting: number };

/** A page of sent files. Files for the viewer's own tests are left out. */
export async function readImports(
  ctx: ImportsContext,
  viewer: Viewer,
  { state, page, limit }: ImportsQuery,
): Promise<Page> {
  const { orm } = ctx.platform.db;
  const own = await ownTasks(ctx.orders, viewer.id);
  const [rows, total, waiting] = await Promise.all([
    listImports(orm, { state, own }, { offset: (page - 1) * limit, limit }),
    countImports(orm, { state, own }),
    countImports(orm, { state: 'waiting', own }),
  ]);
  return { data: await describeImports(ctx, rows), pagination: { page, limit, total }, waiting };
}

/** Files with the names of people and keys, and with their task numbers. */
export async function describeImports(ctx: ImportsContext, rows: DecidedImport[]): Promise<TraceImport[]> {
  const nameOf = await namesOf(
    ctx,
    rows.flatMap(({ file, decision }) => [file.keyId, ...(decision ? [decision.byId] : [])]),
  );
  const tasks = new Map<string, number>();
  for (const { decision } of rows) {
    if (!decision?.requestId) continue;
    tasks.set(decision.requestId, (await selectOrder(ctx.orders, decision.requestId)).taskNumber);
  }
  return rows.map((row) => presentImport(row, { nameOf, taskOf: (id) => tasks.get(id) ?? null }));
}

async function namesOf(ctx: ImportsContext, ids: string[]): Promise<(id: string) => string> {
  const people = await findPeople(ctx.accounts, ids);
  return (id) => people.get(id)?.display_name ?? 'Former member';
}

/** The ids of the chromatograms that programs sent for these requests. */
export const listImportIds = ({ platform }: ImportsContext, requestIds: string[]): Promise<string[]> =>
  listImportsOf(platform.db.orm, requestIds);
