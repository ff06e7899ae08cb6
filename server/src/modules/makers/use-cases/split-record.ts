import type { SplitBody } from '@vialproof/contract/makers';
import type { Viewer } from '../../../platform/access.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuseField } from '../../../platform/refusal.ts';
import type { MakersContext } from '../makers.service.ts';
import { type Asked, bump, changeableRecord, changeNames, naming } from '../makers.transitions.ts';
import { findNamesake, listAliasesAmong, selectMakerOf, updateAlias } from '../records.store.ts';
import { listLeftCodes } from '../subjects.store.ts';
import { addBareRecord, addRecord, showAlias } from './add-records.ts';
import { nameChangedMakers } from './name-subjects.ts';

/**
 * An admin moves spellings to a new record, whose name is the oldest of them. A new maker also gets batches for its
 * tests. Returns the maker's id. Refusals: `stale_version`, `invalid_fields` for the record's own name or a spelling of
 * another record.
 */
export function splitRecord(
  ctx: MakersContext,
  viewer: Viewer,
  asked: Asked,
  { spellings, version }: SplitBody,
): Promise<string | Refusal> {
  return changeNames(ctx, viewer, async (tx) => {
    const record = await changeableRecord(tx, asked, version);
    if (isRefusal(record)) return record;
    const aliases = await listAliasesAmong(tx, record.id, spellings);
    const [first] = aliases;
    const found = [...new Set(aliases.map(({ folded }) => folded))];
    if (!first || found.length !== new Set(spellings).size || found.includes(record.folded)) {
      return refuseField('spellings', 'Choose spellings of this one, and not the name itself.');
    }
    const isMaker = record.kind === 'maker';
    if (isMaker && (await findNamesake(tx, record.id, first.folded))) {
      return refuseField('spellings', 'This is the name of another maker. Merge that one into this first.');
    }
    const given = { name: first.spelling, folded: first.folded };
    // A batch code that several makers use stays with the maker of the batch.
    const isOfOne = new Set(aliases.map(({ makerId }) => makerId)).size === 1;
    const batchMakerId = isOfOne ? first.makerId : record.makerId;
    const made = await addBareRecord(ctx, tx, given, isMaker ? undefined : batchMakerId);
    for (const { id } of aliases) {
      await updateAlias(tx, id, isMaker ? { recordId: made.id, makerId: made.id } : { recordId: made.id });
    }
    await bump(tx, record);
    const maker = await selectMakerOf(tx, made);
    if (isMaker) await takeCodes(ctx, tx, { makerId: made.id, formerId: record.id });
    await nameChangedMakers(ctx, tx, [maker.id]);
    return {
      makerIds: isMaker ? [record.id, made.id] : [maker.id],
      subject: record,
      action: 'split',
      detail: {
        ...naming(record),
        [isMaker ? 'spellings' : 'codes']: found,
        to: { id: made.id, ...naming(made) },
      },
      shown: maker.id,
    };
  });
}

/** Gives a maker that was split off the batches of its public tests. Their addresses stay. */
export async function takeCodes(
  ctx: MakersContext,
  tx: Tx,
  { makerId, formerId }: { makerId: string; formerId: string },
): Promise<void> {
  for (const { folded, spelling, slug } of await listLeftCodes(tx, { makerId, formerId })) {
    await addRecord(ctx, tx, { name: spelling, folded }, makerId);
    await showAlias(ctx, tx, makerId, { folded, wanted: slug });
  }
}
