import type { ChangeMakerBody } from '@vialproof/contract/makers';
import type { Viewer } from '../../../platform/access.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuseField } from '../../../platform/refusal.ts';
import type { MakersContext } from '../makers.service.ts';
import type { RecordRow } from '../makers.tables.ts';
import { type Asked, changeableRecord, changeNames } from '../makers.transitions.ts';
import { foldName, nameField } from '../names.rules.ts';
import { findAlias, findNamesake, selectMakerOf, updateRecord } from '../records.store.ts';
import { findStated } from '../subjects.store.ts';
import { addAlias, showAlias } from './add-records.ts';

/**
 * An admin changes name, confirmation and answer of a maker or batch. The old name stays a spelling. Returns the
 * maker's id. Refusals: `stale_version`, `wrong_state`, `invalid_fields` for a spelling of another record.
 */
export function changeRecord(
  ctx: MakersContext,
  viewer: Viewer,
  asked: Asked,
  { version, name, ...change }: ChangeMakerBody,
): Promise<string | Refusal> {
  return changeNames(ctx, viewer, async (tx) => {
    const record = await changeableRecord(tx, asked, version);
    if (isRefusal(record)) return record;
    const maker = await selectMakerOf(tx, record);
    const named = name ?? record.name;
    const refused = named === record.name ? undefined : await rename(ctx, tx, record, { maker, named });
    if (refused) return refused;
    const { fields, detail } = changesOf(ctx, viewer, record, change);
    const folded = foldName(record.kind, named);
    await updateRecord(tx, record.id, { ...fields, name: named, folded, version: version + 1 });
    return {
      makerIds: [maker.id],
      subject: record,
      action: 'changed',
      detail: {
        ...detail,
        [nameField(record.kind)]: named === record.name ? named : { from: record.name, to: named },
      },
      shown: maker.id,
    };
  });
}

/** Makes the new name a spelling, with an address if the record has one. */
async function rename(
  ctx: MakersContext,
  tx: Tx,
  record: RecordRow,
  { maker, named }: { maker: RecordRow; named: string },
): Promise<Refusal | undefined> {
  const field = nameField(record.kind);
  const folded = foldName(record.kind, named);
  if (folded === '') return refuseField(field, 'Write something that can be seen.');
  const below = record.kind === 'maker' ? null : maker.id;
  const known = await findAlias(tx, below, folded);
  const hasNamesake = record.kind === 'maker' && (await findNamesake(tx, record.id, folded));
  if ((known && known.recordId !== record.id) || hasNamesake) {
    return refuseField(field, `This is a spelling of another ${record.kind}. Merge the two instead.`);
  }
  if (!known) await addAlias(ctx, tx, record, { folded, spelling: named });
  if ((await findStated(tx, [record.id])).get(record.id)?.slug) {
    await showAlias(ctx, tx, below, { folded, as: named });
  }
  return undefined;
}

function changesOf(
  { platform }: MakersContext,
  viewer: Viewer,
  before: RecordRow,
  { confirmed, answer }: { confirmed?: boolean | undefined; answer?: string | undefined },
) {
  const now = platform.clock.now();
  const wasConfirmed = before.confirmedAt !== null;
  const isOther = confirmed !== undefined && confirmed !== wasConfirmed;
  const words = answer === undefined ? before.answer : answer || null;
  const saysOther = words !== before.answer;
  return {
    fields: {
      ...(isOther ? { confirmedAt: confirmed ? now : null, confirmedBy: confirmed ? viewer.id : null } : {}),
      ...(saysOther ? { answer: words, answeredAt: words === null ? null : now } : {}),
    },
    detail: {
      ...(isOther ? { confirmed } : {}),
      ...(saysOther ? { answer: { from: before.answer, to: words } } : {}),
    },
  };
}
