import type { ParcelItem, ParcelOutcome } from '@vialproof/contract/intake';
import type { LabRequest } from '@vialproof/contract/lab';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { type Intake, intakeOutcomeOf, receiveOrder } from '../../orders/orders.service.ts';
import { refuseReadOnly } from '../../transparency/transparency.service.ts';
import { markPhotosRefused } from '../photos.store.ts';
import type { ResultsContext } from '../results.context.ts';
import { type LockedRequest, withLockedRequest } from '../results.transitions.ts';
import { changeRequest } from './change-request.ts';
import { saveHandling } from './set-handling.ts';

/** What was found at the receipt, and the handling notes. */
type Found = Intake & { handling?: string | undefined };

/** Receives or refuses a vial. Refusal: `log_read_only`. */
export async function receiveSample(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  found: Found,
): Promise<LabRequest | Refusal> {
  const refused = await refuseReadOnly(ctx.transparency);
  if (refused) return refused;
  return changeRequest(ctx, viewer, idOrTask, (locked) => receiveLocked(ctx, viewer, locked, found));
}

/**
 * Receives the vials of a parcel one by one. A refused vial does not stop the others. Refusal of the whole parcel:
 * `log_read_only`.
 */
export async function receiveParcel(
  ctx: ResultsContext,
  viewer: Viewer,
  items: ParcelItem[],
): Promise<{ items: ParcelOutcome[]; at: string } | Refusal> {
  const refused = await refuseReadOnly(ctx.transparency);
  if (refused) return refused;
  const outcomes: ParcelOutcome[] = [];
  for (const item of items) {
    const { item_id, task_number } = item;
    const became = await receiveItem(ctx, viewer, item);
    outcomes.push(
      isRefusal(became)
        ? {
            item_id,
            task_number,
            outcome: 'not_taken',
            repeated: false,
            code: became.code,
            detail: became.detail,
          }
        : { item_id, task_number, ...became, code: null, detail: null },
    );
  }
  return { items: outcomes, at: ctx.platform.clock.now().toISOString() };
}

type Outcome = Pick<ParcelOutcome, 'outcome' | 'repeated'>;

function receiveItem(
  ctx: ResultsContext,
  viewer: Viewer,
  { item_id, task_number, ...found }: ParcelItem,
): Promise<Outcome | Refusal> {
  return withLockedRequest<Outcome>(ctx, viewer, String(task_number), async (locked) => {
    const before = await intakeOutcomeOf(ctx.orders, locked.tx, locked.request, item_id);
    if (before === 'elsewhere') {
      return refuse('wrong_state', 'This line was used for another sample. Scan the vial again.');
    }
    if (before) return { outcome: before, repeated: true };
    const refused = await receiveLocked(ctx, viewer, locked, { ...found, itemId: item_id });
    return refused ?? { outcome: found.accepted ? 'received' : 'refused', repeated: false };
  });
}

async function receiveLocked(
  ctx: ResultsContext,
  viewer: Viewer,
  { tx, request }: LockedRequest,
  { handling, ...found }: Found,
): Promise<Refusal | undefined> {
  const received = await receiveOrder(ctx.orders, tx, viewer, request, found);
  if (isRefusal(received)) return received;
  if (handling) await saveHandling(ctx, viewer, { tx, request }, handling);
  if (!found.accepted) await markPhotosRefused(tx, request.id, ctx.platform.clock.now());
  return undefined;
}
