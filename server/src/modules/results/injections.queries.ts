import type { Requirable } from '@vialproof/contract/bench-record';
import type { DateOrder } from '@vialproof/contract/injection-time';
import type { Injection, InjectionDoubt } from '@vialproof/contract/injections';
import type { KnownTime } from '@vialproof/science/chromatography/known-time';
import type { Viewer } from '../../platform/access.ts';
import type { Queryable } from '../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { findPeople } from '../accounts/accounts.service.ts';
import { describeInjections, type InjectionState, timeOf } from '../chromatograms/chromatograms.service.ts';
import { dateOrderOf, requirementsOf } from '../methods/methods.service.ts';
import { findOrderForStaff, findTasks, type TestRequestRecord } from '../orders/orders.service.ts';
import type { ResultsContext } from './results.context.ts';
import { presentInjection } from './results.presenter.ts';
import { listChain } from './results.store.ts';
import { doubtsOf, numbersInName, unallowed, wantsTime } from './rules/injection-doubts.ts';
import { isOpen } from './rules/revisions.ts';

/** An injection (one measurement of a sample) with its time, and with doubts that nobody has allowed. */
export type JudgedInjection = InjectionState & {
  time: KnownTime;
  doubts: InjectionDoubt[];
  /** Whether a person must type the time before the result can be submitted. */
  wantsTime: boolean;
};

/** What a method says about times of injections. */
export type TimeRules = { order: DateOrder | null; requires: readonly Requirable[] };

/**
 * What the method of a test says about times of injections. Read it before a transaction, because it uses another
 * connection.
 */
export async function timeRulesOf(
  ctx: ResultsContext,
  { skuId }: Pick<TestRequestRecord, 'skuId'>,
): Promise<TimeRules> {
  const order = await dateOrderOf(ctx.methods, skuId);
  return { order, requires: await requirementsOf(ctx.methods, skuId) };
}

/**
 * All injections (measurements) of a sample, as one revision of its result sees them. Default: the draft or the newest
 * one.
 */
export async function readInjections(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  revision?: number,
): Promise<Injection[] | Refusal> {
  const request = await findOrderForStaff(ctx.orders, viewer, idOrTask);
  if (isRefusal(request)) return request;
  const chain = await listChain(ctx.platform.db.orm, request.id);
  const shown = revision
    ? chain.find((row) => row.revision === revision)
    : (chain.find((row) => isOpen(row.state)) ?? chain.at(-1));
  if (revision && !shown) return refuse('not_found');
  return describe(ctx, request, shown?.id);
}

async function describe(
  ctx: ResultsContext,
  request: TestRequestRecord,
  revisionId: string | undefined,
): Promise<Injection[]> {
  const rules = await timeRulesOf(ctx, request);
  const states = await judgeInjections(ctx, ctx.platform.db.orm, request, { revisionId, rules });
  const people = await findPeople(
    ctx.accounts,
    states.flatMap(({ injection, allowances, release, typed }) => [
      injection.uploadedBy,
      ...(typed ? [typed.byId] : []),
      ...allowances.map(({ byId }) => byId),
      ...(release ? [release.byId] : []),
    ]),
  );
  const nameOf = (id: string) => people.get(id)?.display_name ?? 'Former member';
  return states.map((state) => presentInjection(state, nameOf));
}

/** An instrument file that the owner may publish. */
export type ReleasedFile = Pick<
  InjectionState['injection'],
  'id' | 'fileKey' | 'fileName' | 'sha256' | 'sizeBytes'
> & { isUsed: boolean };

/** The instrument files that the owner may publish with the present result. */
export async function listReleasedFiles(
  ctx: ResultsContext,
  requestId: string,
  db: Queryable = ctx.platform.db.orm,
): Promise<ReleasedFile[]> {
  const current = (await listChain(db, requestId)).find(({ state }) => state === 'published');
  if (!current) return [];
  const states = await describeInjections(ctx.chromatograms, db, { requestId, revisionId: current.id });
  return states.flatMap(({ injection, isUsed, release }) => (release ? [{ ...injection, isUsed }] : []));
}

/** All injections (measurements) of a sample, with doubts that nobody has allowed. */
export async function judgeInjections(
  ctx: ResultsContext,
  db: Queryable,
  request: TestRequestRecord,
  { revisionId, rules }: { revisionId: string | undefined; rules: TimeRules },
): Promise<JudgedInjection[]> {
  const states = await describeInjections(ctx.chromatograms, db, { requestId: request.id, revisionId });
  const numbers = states.flatMap(({ injection }) => numbersInName(injection.acquisition));
  const others = await findTasks(
    ctx.orders,
    db,
    numbers.filter((number) => number !== request.taskNumber),
  );
  return states.map((state) => {
    const run = state.injection.acquisition;
    const otherTasks = numbersInName(run).filter((number) => others.has(number));
    const { receivedAt, taskNumber } = request;
    const now = ctx.platform.clock.now();
    const time = timeOf(state, rules.order);
    // A blank is only solvent, so it belongs to no sample and may be of any day.
    const doubts = state.servesAsBlank
      ? []
      : doubtsOf({ ...run, times: time.times }, { receivedAt, now, taskNumber, otherTasks });
    return {
      ...state,
      time,
      doubts: unallowed(doubts, { ...state, time }),
      wantsTime: wantsTime({ ...state, source: time.source }, rules.requires),
    };
  });
}
