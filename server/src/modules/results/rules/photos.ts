import type { FieldError } from '@vialproof/contract/errors';
import type { RevisionState } from '@vialproof/contract/lab';
import type { RequestStatus } from '@vialproof/contract/orders';
import { isInside, type RedactionBox, redactedWords } from '@vialproof/contract/redaction';
import type { SamplePhoto } from '@vialproof/contract/result-files';

export const MOST_PHOTOS = 8;

/** Why the photos of a sample cannot be changed now; undefined if they can. */
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

export const PROPOSAL_OPEN =
  'A redaction of this photo is proposed. A second person has to confirm or refuse it first.';

/** Whether a change of a photo needs a second person, which is so after a publication. */
export const needsSecondPerson = (revisions: { publishedAt: Date | null }[]): boolean =>
  revisions.some(({ publishedAt }) => publishedAt !== null);

/** An error for each box outside the picture. */
export function boxErrors(
  boxes: readonly RedactionBox[],
  picture: { width: number; height: number },
): FieldError[] {
  const message = `This box is not inside the photo, which has ${picture.width} × ${picture.height} pixels.`;
  return boxes.flatMap((box, place) => (isInside(box, picture) ? [] : [{ path: `boxes.${place}`, message }]));
}

/** A box in words: '200 × 100 pixels at 10, 20'. */
export const boxWords = ({ x, y, width, height }: RedactionBox): string =>
  `${width} × ${height} pixels at ${x}, ${y}`;

/** Errors for boxes that hide nothing, or the whole picture. */
export function coverageErrors({ hidden, left }: { hidden: number; left: number }): FieldError[] {
  if (hidden === 0) return [{ path: 'boxes', message: 'These boxes cover only what is black already.' }];
  if (left > 0) return [];
  return [{ path: 'boxes', message: 'These boxes cover the whole photo. Leave what shows the vial.' }];
}

/** The photos of a certificate whose originals were destroyed later. Undefined without such photos. */
export function redactedAfterIssue(
  redactions: readonly { destroyedSha256: string; at: Date }[],
  revisions: readonly { photos: readonly { sha256: string }[] | null }[],
): SamplePhoto['redacted_after_issue'] {
  const named = new Set(revisions.flatMap(({ photos }) => photos ?? []).map(({ sha256 }) => sha256));
  const said = redactions
    .filter(({ destroyedSha256 }) => named.has(destroyedSha256))
    .map(({ destroyedSha256: sha256, at }) => ({
      sha256,
      at: at.toISOString(),
      text: redactedWords(sha256),
    }));
  return said.length > 0 ? said : undefined;
}
