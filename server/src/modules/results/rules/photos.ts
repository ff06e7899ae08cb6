import type { RevisionState } from '@vialproof/contract/lab';
import type { RequestStatus } from '@vialproof/contract/orders';

export const MOST_PHOTOS = 8;

/** Why the photos of a sample cannot be changed now; undefined when they can. */
export function whyPhotosClosed(
  status: RequestStatus,
  revisions: { state: RevisionState }[],
): string | undefined {
  if (status !== 'awaiting_sample' && status !== 'received') {
    return 'Photos belong to a sample that is expected or in the laboratory.';
  }
  return revisions.some((row) => row.state === 'in_review')
    ? 'This result is in review. It must be returned before its photos can be changed.'
    : undefined;
}
