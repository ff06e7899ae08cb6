import type { LabRequest } from '@vialproof/contract/lab';

/**
 * Whether photos of the vial may be added and deleted now. The server decides by the same facts. An amendment is edited
 * while its request is complete. The photos belong to the request, so they cannot change then.
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
