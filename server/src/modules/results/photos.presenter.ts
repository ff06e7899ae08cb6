import type { LabPhoto } from '@vialproof/contract/lab';
import type { SamplePhoto } from '@vialproof/contract/result-files';
import type { Viewer } from '../../platform/access.ts';
import type { OpenProposal, PhotoRow, RedactionRow } from './photos.tables.ts';
import { mayDecideRedaction } from './rules/permissions.ts';

/** A photo with the address of its file, for people who may see it. */
export function presentPhoto(
  row: PhotoRow,
  redacted: SamplePhoto['redacted_after_issue'] = undefined,
): SamplePhoto {
  return {
    id: row.id,
    url: `/api/photos/${row.id}`,
    width: row.width,
    height: row.height,
    taken_at: row.takenAt.toISOString(),
    refused: row.refusedAt !== null,
    ...(redacted ? { redacted_after_issue: redacted } : {}),
  };
}

/** A photo for staff, who decide about blackening it. */
export function presentLabPhoto(
  row: PhotoRow,
  { redactions, proposal }: { redactions: RedactionRow[]; proposal: OpenProposal | undefined },
  { viewer, nameOf }: { viewer: Viewer; nameOf: (id: string) => string },
): LabPhoto {
  return {
    ...presentPhoto(row),
    redactions: redactions.map(({ destroyedSha256, destroyedBytes, reason, byId, confirmedBy, at }) => ({
      sha256: destroyedSha256,
      size_bytes: destroyedBytes,
      reason,
      by: nameOf(byId),
      confirmed_by: confirmedBy && nameOf(confirmedBy),
      at: at.toISOString(),
    })),
    proposal: proposal
      ? {
          id: proposal.id,
          url: `/api/photos/${proposal.id}`,
          boxes: proposal.boxes,
          reason: proposal.reason,
          by: nameOf(proposal.byId),
          at: proposal.at.toISOString(),
          may_decide: mayDecideRedaction(viewer, proposal),
        }
      : null,
  };
}
