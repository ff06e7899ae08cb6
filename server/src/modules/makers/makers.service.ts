import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
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
import { nameRequests } from './use-cases/name-subjects.ts';
import { splitBatch, splitMaker } from './use-cases/split-names.ts';
import { tellRequests } from './use-cases/tell-requests.ts';

export type { SubjectChange } from './makers.context.ts';
export type { Subject } from './subjects.queries.ts';
export type { CompoundNames } from './use-cases/add-missing-compounds.ts';
export type Makers = ReturnType<typeof createMakers>;

/** The names of makers, batches and compounds: which record a test is of, whatever the customer wrote. */
export function createMakers(platform: Platform, deps: Omit<MakersContext, 'platform'>) {
  const ctx: MakersContext = { platform, ...deps };
  platform.jobs.handle(tellRequestsJob, ({ requestIds }) => tellRequests(ctx, requestIds));
  return {
    ...bindContext(ctx, {
      nameRequests,
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
