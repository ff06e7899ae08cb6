import type { LabMakerDetail, MergedName, NameSpelling } from '@vialproof/contract/makers';
import { isoOf } from '@vialproof/science/calendar/dates';
import type { RecordRow } from './makers.tables.ts';

type Parts = {
  spellings: (NameSpelling & { record_id: string })[];
  merged: (MergedName & { record_id: string })[];
};

/** A maker for an admin, with its batches. */
export function presentMaker(
  maker: RecordRow,
  slug: string | null,
  batches: RecordRow[],
  parts: Parts,
): LabMakerDetail {
  return {
    ...presentRecord(maker, parts),
    name: maker.name,
    slug,
    batches: batches.map((batch) => ({ ...presentRecord(batch, parts), code: batch.name })),
  };
}

function presentRecord(row: RecordRow, { spellings, merged }: Parts) {
  const isOwn = ({ record_id }: { record_id: string }) => record_id === row.id;
  return {
    id: row.id,
    confirmed: row.confirmedAt !== null,
    answer: row.answer,
    answered_at: isoOf(row.answeredAt),
    version: row.version,
    spellings: spellings.filter(isOwn).map(({ record_id: _, ...spelling }) => spelling),
    merged: merged.filter(isOwn).map(({ record_id: _, ...name }) => name),
  };
}
