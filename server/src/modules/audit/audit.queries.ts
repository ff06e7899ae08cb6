import type { AuditPage, AuditQuery } from '@vialproof/contract/audit';
import type { Viewer } from '../../platform/access.ts';
import { type AuditFilter, type AuditRow, listAudit, listAuditActions } from '../../platform/audit.ts';
import { isUuid } from '../../platform/ids.ts';
import { findPeople, findPeopleNamed } from '../accounts/accounts.service.ts';
import { listSkuKinds } from '../catalog/catalog.service.ts';
import { listImportIds } from '../imports/imports.service.ts';
import { findRequestId, findTaskNumbers, ownTasks } from '../orders/orders.service.ts';
import { paymentRecordsOf, paymentsOfMany } from '../payments/payments.service.ts';
import { listWithdrawalIds } from '../registrations/registrations.service.ts';
import { listWeekIds } from '../showcases/showcases.service.ts';
import { presentEntry } from './audit.presenter.ts';
import type { AuditContext } from './audit.service.ts';

const TASK_NUMBER = /^#?(\d{1,15})$/;

/** A page of the audit log, newest first. Lines about the viewer's own tests are left out. */
export async function searchAudit(ctx: AuditContext, viewer: Viewer, query: AuditQuery): Promise<AuditPage> {
  const { orm } = ctx.platform.db;
  const [actorIds, subjectIds, exceptSubjectIds] = await Promise.all([
    findActors(ctx, query.actor),
    findSubjects(ctx, query.subject),
    findOwnSubjects(ctx, viewer.id),
  ]);
  const { action, from, to, before, limit } = query;
  const asked = { actorIds, subjectIds, exceptSubjectIds, action, from, to, before };
  const found = await listAudit(orm, { ...asked, limit: limit + 1 });
  const page = found.slice(0, limit);
  const people = await findPeople(
    ctx.accounts,
    page.flatMap(({ actorId }) => actorId ?? []),
  );
  const labels = await labelSubjects(ctx, page);
  return {
    data: page.map((row) =>
      presentEntry(row, {
        actor: row.actorId === null ? undefined : people.get(row.actorId),
        label: labels.get(keyOf(row.subject.kind, row.subject.id)) ?? null,
      }),
    ),
    next: found.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/** All kinds of actions in the log. */
export async function readAuditActions({ platform }: AuditContext): Promise<string[]> {
  return listAuditActions(platform.db.orm);
}

async function findActors(
  { accounts }: AuditContext,
  words: string | undefined,
): Promise<AuditFilter['actorIds']> {
  if (!words) return undefined;
  if (words.toLowerCase() === 'system') return 'system';
  return isUuid(words) ? [words] : findPeopleNamed(accounts, words);
}

/** What a search for an id or a task number means: the object with this id, or the request with its payments. */
async function findSubjects(ctx: AuditContext, words: string | undefined): Promise<string[] | undefined> {
  if (!words) return undefined;
  if (isUuid(words)) return [words];
  const task = TASK_NUMBER.exec(words)?.[1];
  const requestId = task ? await findRequestId(ctx.orders, Number(task)) : undefined;
  if (requestId === undefined) return [];
  const { payments, registrations, showcases } = ctx;
  const [ofOrder, ofWithdrawal, ofWeeks] = await Promise.all([
    paymentsOfMany(payments, 'order', [requestId]),
    listWithdrawalIds(registrations, requestId).then((ids) => paymentsOfMany(payments, 'withdrawal', ids)),
    listWeekIds(showcases, requestId).then((ids) => paymentsOfMany(payments, 'showcase', ids)),
  ]);
  return [requestId, ...[...ofOrder, ...ofWithdrawal, ...ofWeeks].map(({ id }) => id)];
}

/** The tests that a person ordered, alone or in a group, and their chromatograms. */
async function findOwnSubjects({ orders, imports }: AuditContext, userId: string): Promise<string[]> {
  const requestIds = (await ownTasks(orders, userId)).map(({ id }) => id);
  return [...requestIds, ...(await listImportIds(imports, requestIds))];
}

/** The present names of what the log is about. A payment shows the task number of its order. */
async function labelSubjects(ctx: AuditContext, rows: AuditRow[]): Promise<Map<string, string>> {
  const { accounts, catalog, orders, payments, platform } = ctx;
  const idsOf = (kind: string) => rows.flatMap(({ subject }) => (subject.kind === kind ? [subject.id] : []));
  const paid = await paymentRecordsOf(payments, [...new Set(idsOf('payment'))]);
  const paidOrders = paid.flatMap(({ id, subject }) =>
    subject.kind === 'order' ? [{ id, of: subject.id }] : [],
  );
  const tasks = await findTaskNumbers(orders, platform.db.orm, [
    ...idsOf('request'),
    ...paidOrders.map(({ of }) => of),
  ]);
  const skus = idsOf('sku').length > 0 ? await listSkuKinds(catalog) : [];
  const people = await findPeople(accounts, idsOf('user'));
  return new Map([
    ...[...tasks].map(([id, taskNumber]) => [keyOf('request', id), String(taskNumber)] as const),
    ...paidOrders.flatMap(({ id, of }) => {
      const taskNumber = tasks.get(of);
      return taskNumber === undefined ? [] : [[keyOf('payment', id), String(taskNumber)] as const];
    }),
    ...skus.map(({ id, name }) => [keyOf('sku', id), name] as const),
    ...[...people].map(([id, { email }]) => [keyOf('user', id), email] as const),
  ]);
}

const keyOf = (kind: string, id: string) => `${kind} ${id}`;
