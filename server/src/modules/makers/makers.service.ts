import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import type { OrdersContext } from '../orders/orders.service.ts';
import { tellRequestsJob } from './makers.transitions.ts';
import { tellRequests } from './use-cases/name-subjects.ts';

export { batchAt, compoundAt, confirmedIds, makerAt, namesOf } from './addresses.queries.ts';
export { listCompoundNames, readCompound } from './compounds.queries.ts';
export { listMakers, readMaker, readSubject } from './makers.queries.ts';
export type { Subject } from './subjects.queries.ts';
export {
  listIdsOfSubject,
  namedSubjectOf,
  namedSubjectsOf,
  namesLike,
  requestsOfChange,
  spellingsOf,
  wordsLike,
} from './subjects.queries.ts';
export type { CompoundNames } from './use-cases/add-missing-compounds.ts';
export { addMissingCompounds } from './use-cases/add-missing-compounds.ts';
export { nameCompound, takeCompoundName } from './use-cases/change-compound-names.ts';
export { changeRecord } from './use-cases/change-record.ts';
export { checkSubjects } from './use-cases/check-subjects.ts';
export { chooseSubject } from './use-cases/choose-subject.ts';
export { mergeRecord, unmergeRecord } from './use-cases/merge-record.ts';
export { nameRequests, tellRequests } from './use-cases/name-subjects.ts';
export { splitRecord } from './use-cases/split-record.ts';

/** What a change of names concerns: these requests, and all requests of these makers. */
export type SubjectChange = { requestIds: string[]; makerIds: string[] };

export type MakersContext = {
  platform: Platform;
  orders: OrdersContext;
  afterNamesChange: (tx: Tx, change: SubjectChange) => Promise<void>;
};

/**
 * The names of makers, batches and compounds. The name that a customer wrote decides to which of them a test belongs.
 */
export function createMakersContext(
  platform: Platform,
  deps: Omit<MakersContext, 'platform'>,
): MakersContext {
  const ctx: MakersContext = { platform, ...deps };
  platform.jobs.handle(tellRequestsJob, ({ requestIds }) => tellRequests(ctx, requestIds));
  return ctx;
}
