import type {
  CompoundName,
  LabCompoundDetail,
  LabCompounds,
  LabCompoundsQuery,
} from '@vialproof/contract/compound-names';
import { fold } from '@vialproof/science/text/fold';
import { isUuid } from '../../platform/ids.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { findCompound, listNames, searchCompounds } from './compounds.store.ts';
import type { MakersContext } from './makers.service.ts';
import { lettersOf } from './names.rules.ts';

const PAGE = 25;

/** Compounds with a spelling that contains `q`. */
export async function listCompoundNames(
  { platform }: MakersContext,
  { q = '', state, page }: LabCompoundsQuery,
): Promise<LabCompounds> {
  const term = fold(q);
  const known = state ? state === 'known' : undefined;
  const ask = { term, letters: lettersOf(term), known, offset: (page - 1) * PAGE, limit: PAGE };
  const { rows, total } = await searchCompounds(platform.db.orm, ask);
  return { data: rows, pagination: { page, limit: PAGE, total } };
}

/** The compound of this spelling, with all its names. Refusal: `not_found`. */
export async function readCompound(
  { platform }: MakersContext,
  id: string,
): Promise<LabCompoundDetail | Refusal> {
  const db = platform.db.orm;
  const compound = isUuid(id) ? await findCompound(db, id) : undefined;
  if (!compound) return refuse('not_found');
  const names = (await listNames(db, compound.compound)).map(
    ({ decided_ms, ...name }): CompoundName => ({
      ...name,
      decided_at: decided_ms === null ? null : new Date(decided_ms).toISOString(),
    }),
  );
  const { id: compoundId, compound: name, slug, kind, version } = compound;
  return { id: compoundId, name, slug, known: kind !== 'customer', version, names };
}
