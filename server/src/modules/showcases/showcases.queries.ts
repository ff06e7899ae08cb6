import { DISCOVERIES_RESULTS, type Discoveries, type MyShowcases } from '@vialproof/contract/showcases';
import { dayOf } from '@vialproof/science/calendar/dates';
import type { Viewer } from '../../platform/access.ts';
import { selectOrder, skuOf } from '../orders/orders.service.ts';
import { paymentRecordsOf, paymentsOf } from '../payments/payments.service.ts';
import { newestTests, publishedTests } from '../publications/publications.service.ts';
import { isReserved, mayBeStopped, stateOf } from './rules/states.ts';
import { mostPaid } from './rules/weeks.ts';
import { type Known, presentMine } from './showcases.presenter.ts';
import type { ShowcasesContext } from './showcases.service.ts';
import { findShowcase, listOfRequest, listOfRequests, listPage, listShownOn } from './showcases.store.ts';
import type { ShowcaseRow } from './showcases.tables.ts';
import { listViews } from './views.store.ts';

/** The newest published results, and the paid ones. */
export async function readDiscoveries({ publications, platform }: ShowcasesContext): Promise<Discoveries> {
  const { clock, db, publicReads } = platform;
  const [results, rows] = await Promise.all([
    publicReads((reader) => newestTests(publications, DISCOVERIES_RESULTS, reader)),
    listShownOn(db.orm, dayOf(clock.now())),
  ]);
  const shown = await publishedTests(
    publications,
    rows.map(({ requestId }) => requestId),
    db.orm,
  );
  const showcased = rows.flatMap(({ requestId }) => shown.get(requestId) ?? []);
  return { results, showcased: showcased.slice(0, mostPaid(results.length)) };
}

/** A page of the weeks on the home page that the person has reserved or paid, with views and payments, newest first. */
export async function listOwnWeeks(
  ctx: ShowcasesContext,
  viewer: Viewer,
  { page, limit, request_id: requestId }: { page: number; limit: number; request_id?: string | undefined },
): Promise<MyShowcases> {
  const { clock, config, db } = ctx.platform;
  const { rows, total } = await listPage(db.orm, { accountId: viewer.id, requestId }, { page, limit });
  const now = clock.now();
  const [known, newest, bills] = await Promise.all([
    describe(ctx, rows),
    listOfRequests(db.orm, [...new Set(rows.map((row) => row.requestId))]),
    paymentsOf(ctx.payments, viewer.id),
  ]);
  const billsOf = Map.groupBy(bills, ({ showcase_id }) => showcase_id);
  const lastOf = new Map(newest.toReversed().map((row) => [row.requestId, row]));
  const items = rows.map((row) => {
    const facts = known(row);
    const own = billsOf.get(row.id) ?? [];
    const bill = own.find(({ id }) => id === row.paymentId) ?? own[0];
    const mayRenew =
      config.showcase.places > 0 && facts.title !== null && isRenewable(row, lastOf.get(row.requestId), now);
    const payment = bill && { status: bill.status, receiptUrl: bill.receipt_url };
    return presentMine(row, { ...facts, payment, mayRenew }, now);
  });
  return { items, pagination: { page, limit, total } };
}

/** Whether the result's week on the home page has begun, and the result has no later week there. */
function isRenewable(row: ShowcaseRow, last: ShowcaseRow | undefined, now: Date): boolean {
  const isNewest =
    last === undefined || last.id === row.id || (last.state === 'reserved' && !isReserved(last, now));
  return isNewest && ['running', 'ended'].includes(stateOf(row, now));
}

/** The tests, views, payments and orders of these weeks on the home page, from other tables. */
export async function describe(
  { publications, orders, payments, platform }: ShowcasesContext,
  rows: ShowcaseRow[],
): Promise<(row: ShowcaseRow) => Known> {
  const { orm } = platform.db;
  const requestIds = [...new Set(rows.map(({ requestId }) => requestId))];
  const ids = rows.map(({ id }) => id);
  const [shown, views, paid, requests] = await Promise.all([
    publishedTests(publications, requestIds, orm),
    listViews(orm, ids),
    paymentRecordsOf(
      payments,
      rows.flatMap(({ paymentId }) => paymentId ?? []),
    ),
    Promise.all(requestIds.map((id) => selectOrder(orders, id))),
  ]);
  const paymentOf = new Map(paid.map((payment) => [payment.id, payment]));
  const requestOf = new Map(requests.map((request) => [request.id, request]));
  const skus = new Map(
    await Promise.all(requests.map(async (row) => [row.id, await skuOf(orders, row)] as const)),
  );
  return (row) => {
    const payment = row.paymentId === null ? undefined : paymentOf.get(row.paymentId);
    return {
      taskNumber: requestOf.get(row.requestId)?.taskNumber ?? 0,
      skuName: skus.get(row.requestId)?.name ?? '',
      title: shown.get(row.requestId)?.result?.title ?? null,
      refundedCents: payment ? payment.refundedCents + payment.refundingCents : 0,
      views: views.get(row.id) ?? [],
    };
  };
}

export type ShowcaseMailFacts = Awaited<ReturnType<typeof showcaseMailFactsOf>>;

/** The facts for mails about a week on the home page. Throws if `showcaseId` is unknown. */
export async function showcaseMailFactsOf(ctx: ShowcasesContext, showcaseId: string) {
  const row = await findShowcase(ctx.platform.db.orm, showcaseId);
  if (!row) throw new Error(`showcase ${showcaseId} is missing`);
  const facts = (await describe(ctx, [row]))(row);
  return {
    ...facts,
    requestId: row.requestId,
    startsOn: row.startsOn,
    /** The first day after the seven days on the home page. */
    endsOn: row.endsOn,
    stoppedOn: row.stoppedOn,
    refundCents: row.refundCents,
    endedBecause: row.endedBecause,
    amountCents: row.amountCents,
    isLive: mayBeStopped(row, ctx.platform.clock.now()),
  };
}

/** The ids of all weeks of a result on the home page. */
export async function listWeekIds({ platform }: ShowcasesContext, requestId: string): Promise<string[]> {
  return (await listOfRequest(platform.db.orm, requestId)).map(({ id }) => id);
}
