import type { GroupDetail } from '@vialproof/contract/group-tests';
import type { Viewer } from '../../platform/access.ts';
import type { Tx } from '../../platform/database.ts';
import { createKeyedMutex } from '../../platform/keyed-mutex.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { GroupMoves } from './group-tests.moves.ts';
import type { groupReading } from './group-tests.reading.ts';
import type { GroupsStore } from './group-tests.store.ts';
import type { GroupRow } from './group-tests.tables.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const READERS = 3;

/** Whether the text can be the id of a group; whatever else stands in an address finds nothing. */
export const isGroupId = (id: string): boolean => UUID.test(id);

type Deps = { groups: GroupsStore; moves: GroupMoves; reading: ReturnType<typeof groupReading> };

/** How somebody who is signed in finds a group, and takes it one step. */
export function groupStep({ groups, moves, reading }: Deps) {
  const withLock = createKeyedMutex(READERS);

  return {
    /** Refuses not_found. */
    async find(id: string, tx?: Tx): Promise<GroupRow | Refusal> {
      return (isGroupId(id) ? await groups.find(id, tx) : undefined) ?? refuse('not_found');
    },

    /** One step of one group by somebody who is signed in, then the group as that person sees it. */
    async take(
      viewer: Viewer,
      id: string,
      work: (tx: Tx, row: GroupRow) => Promise<undefined | Refusal>,
    ): Promise<GroupDetail | Refusal> {
      if (!isGroupId(id)) return refuse('not_found');
      const done = await moves.withGroup(id, work);
      // A crowd reads a few at a time, so that its reading does not hold up everybody else's.
      return isRefusal(done) ? done : withLock(id, () => reading.detail(id, viewer));
    },
  };
}
export type GroupStep = ReturnType<typeof groupStep>;
