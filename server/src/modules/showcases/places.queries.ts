import { DISCOVERIES_RESULTS } from '@vialproof/contract/showcases';
import { dayOf } from '@vialproof/science/calendar/dates';
import type { Queryable } from '../../platform/postgres/database.ts';
import { countPublished } from '../publications/publications.service.ts';
import { mostPaid, type Occupancy, placeOf } from './rules/weeks.ts';
import type { ShowcasesContext } from './showcases.service.ts';
import { listTaken } from './showcases.store.ts';

/** How many paid results the home page may show at once: at most a third of all. */
export async function countPlaces(
  { publications, platform }: ShowcasesContext,
  db: Queryable,
): Promise<number> {
  const most = mostPaid(await countPublished(publications, DISCOVERIES_RESULTS, db));
  return Math.min(platform.config.showcase.places, most);
}

/** The days on which places on the home page are taken, without `exceptId`. Exact only while places are locked. */
export async function readOccupancy(
  { platform }: ShowcasesContext,
  db: Queryable,
  { requestId, places, exceptId }: { requestId: string; places: number; exceptId?: string },
): Promise<Occupancy> {
  const now = platform.clock.now();
  const rows = (await listTaken(db, dayOf(now), now)).filter(({ id }) => id !== exceptId);
  return {
    places,
    taken: rows.map(placeOf),
    own: rows.filter((row) => row.requestId === requestId).map(placeOf),
  };
}
