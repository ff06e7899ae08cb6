import type { LabBatch, LabMakerDetail, MergedName, NameSpelling } from '@vialproof/contract/makers';
import { isoOf } from '@vialproof/science/calendar/dates';
import type { BatchRow, MakerRow } from './makers.tables.ts';

/** A maker for an admin, with what was read of it. */
export function presentMaker(
  row: MakerRow,
  parts: Pick<LabMakerDetail, 'slug' | 'spellings' | 'merged' | 'batches'>,
): LabMakerDetail {
  return { ...presentRecord(row), name: row.name, ...parts };
}

/** A batch for an admin, out of what was read of all batches of its maker. */
export function presentBatch(
  row: BatchRow,
  of: {
    codes: (NameSpelling & { batch_id: string })[];
    merged: (MergedName & { batch_id: string })[];
  },
): LabBatch {
  const isOwn = ({ batch_id }: { batch_id: string }) => batch_id === row.id;
  return {
    ...presentRecord(row),
    code: row.code,
    spellings: of.codes
      .filter(isOwn)
      .map(({ folded, spelling, slug, is_name }) => ({ folded, spelling, slug, is_name })),
    merged: of.merged.filter(isOwn).map(({ id, name, into }) => ({ id, name, into })),
  };
}

function presentRecord({ id, confirmedAt, answer, answeredAt, version }: MakerRow | BatchRow) {
  return {
    id,
    confirmed: confirmedAt !== null,
    answer,
    answered_at: isoOf(answeredAt),
    version,
  };
}
