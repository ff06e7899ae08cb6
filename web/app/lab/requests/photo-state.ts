import type { LabRequest } from '@vialproof/contract/lab';

/**
 * Whether photos of the vial may be added and deleted now. The server decides in the same way. They cannot change while
 * a published result is corrected, because they belong to the order.
 */
export function mayChangePhotos({
  request,
  draft,
  may,
}: {
  request: Pick<LabRequest['request'], 'status'>;
  draft: Pick<NonNullable<LabRequest['draft']>, 'state'> | null;
  may: Pick<LabRequest['may'], 'intake' | 'edit'>;
}): boolean {
  const isHere = request.status === 'awaiting_sample' || request.status === 'received';
  return isHere && (may.intake || may.edit) && draft?.state !== 'in_review';
}
