import { bindContext } from '../../platform/bind-context.ts';
import { createLateWork } from '../../platform/late-work.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTopic } from '../../platform/topic.ts';
import type { Orders } from '../orders/orders.service.ts';
import { batchAt, compoundAt, confirmedIds, makerAt, namesOf } from './addresses.queries.ts';
import { listCompounds, readCompound } from './compounds.queries.ts';
import type { MakersContext } from './makers.context.ts';
import { listMakers, readMaker, readSubject } from './makers.queries.ts';
import { tellRequestsJob } from './makers.transitions.ts';
import {
  listIdsOfSubject,
  namesLike,
  requestsOfChange,
  requestsOfMaker,
  spellingsOf,
  subjectOf,
  subjectsOf,
  wordsLike,
} from './subjects.queries.ts';
import { addMissingCompounds } from './use-cases/add-missing-compounds.ts';
import { nameCompound, takeCompoundName } from './use-cases/change-compound-names.ts';
import { changeBatch, changeMaker } from './use-cases/change-names.ts';
import { chooseSubject } from './use-cases/choose-subject.ts';
import { mergeBatch, mergeMaker, unmergeBatch, unmergeMaker } from './use-cases/merge-names.ts';
import { nameChanged } from './use-cases/name-subjects.ts';
import { splitBatch, splitMaker } from './use-cases/split-names.ts';
import { tellRequests } from './use-cases/tell-requests.ts';

export type { Subject } from './subjects.queries.ts';
export type { CompoundNames } from './use-cases/add-missing-compounds.ts';
export type Makers = ReturnType<typeof createMakers>;

/** The names of makers, batches and compounds: which record a test is of, whatever the customer wrote. */
export function createMakers(platform: Platform, { orders }: { orders: Orders }) {
  const ctx: MakersContext = { platform, orders, changed: createTopic() };
  const naming = createLateWork<string>((tx, requestIds) => nameChanged(ctx, tx, requestIds));
  orders.changed.subscribe(async (tx, { requestId }) => naming.add(tx, [requestId]));
  platform.jobs.handle(tellRequestsJob, ({ requestIds }) => tellRequests(ctx, requestIds));
  return {
    /** Published inside the transaction whenever a test is of another record than before, or its record is called otherwise. */
    changed: ctx.changed,
    ...bindContext(ctx, {
      subjectOf,
      subjectsOf,
      listIdsOfSubject,
      requestsOfMaker,
      requestsOfChange,
      spellingsOf,
      wordsLike,
      namesLike,
      compoundAt,
      makerAt,
      batchAt,
      namesOf,
      confirmedIds,
      addMissing: addMissingCompounds,
      list: listMakers,
      detail: readMaker,
      subject: readSubject,
      choose: chooseSubject,
      changeMaker,
      mergeMaker,
      unmergeMaker,
      splitMaker,
      changeBatch,
      mergeBatch,
      unmergeBatch,
      splitBatch,
      listCompounds,
      compound: readCompound,
      nameCompound,
      takeCompoundName,
    }),
    /** What jobs do. */
    work: bindContext(ctx, { tellRequests }),
  };
}
