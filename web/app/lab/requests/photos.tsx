import type { LabPhoto, LabRequest } from '@vialproof/contract/lab';
import { formatDateTime } from '@vialproof/science/calendar/dates';
import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { api } from '../../lib/api';
import { Button } from '../../ui/button';
import { PictureRow } from '../../ui/stored-image';
import { Fold } from '../fold';
import { PhotoButton } from '../photo-button';
import { ReasonDialog } from '../reason-dialog';
import { useStep } from '../use-step';
import { mayChangePhotos } from './photo-state';
import { RedactPhoto } from './redaction/redact-photo';
import { RedactionProposal } from './redaction/redaction-proposal';
import { saysOf } from './section-words';

/** Photos of the vial. They can change until the result goes to a second person. */
export function Photos({ id, data }: { id: string; data: LabRequest }) {
  const { photos, request, may } = data;
  const open = mayChangePhotos(data);
  // Other people may have seen photos of a published result.
  const wasPublished = data.revisions.length > 0;
  if (!open && photos.length === 0) return null;
  return (
    <Fold
      name="photos"
      title="Photos of the vial"
      says={saysOf.photos(data)}
      startsOpen={may.intake || photos.length === 0}
      needsLook={photos.some(({ proposal }) => proposal?.may_decide)}
    >
      {photos.map((photo) =>
        photo.proposal ? (
          <RedactionProposal key={photo.id} id={id} photo={photo} proposal={photo.proposal} />
        ) : null,
      )}
      {photos.length > 0 ? (
        <PictureRow
          pictures={photos}
          alt={`The vial of task ${request.task_number}`}
          caption={(photo) =>
            `${photo.refused ? 'Refused sample' : 'Taken'}, ${formatDateTime(photo.taken_at)}${photo.proposal ? '; hidden outside' : ''}`
          }
          action={(photo) => (
            <>
              {photo.redactions.map(({ sha256, by, confirmed_by, at, reason }) => (
                <p key={sha256} className="wrap-anywhere text-ink-soft text-sm">
                  Redacted by <span>{confirmed_by ? `${by}, confirmed by ${confirmed_by}` : by}</span>,{' '}
                  {formatDateTime(at)}: “{reason}” The original, SHA-256{' '}
                  <span className="figures" title={sha256}>{`${sha256.slice(0, 12)}…`}</span>, is destroyed.
                </p>
              ))}
              {open && !photo.refused && !photo.proposal ? <RemovePhoto id={id} photo={photo} /> : null}
              {may.redact && !photo.proposal ? (
                <RedactPhoto id={id} photo={photo} wasPublished={wasPublished} />
              ) : null}
            </>
          )}
        />
      ) : null}
      {open ? (
        <>
          <PhotoButton id={id} />
          <p className="text-ink-soft text-sm">
            Place, time and names that the camera wrote into the picture are removed. Photos of the tested
            vial are shown with the result.
          </p>
        </>
      ) : null}
    </Fold>
  );
}

/** Hides a photo that shows another vial, with the reason. */
function RemovePhoto({ id, photo }: { id: string; photo: LabPhoto }) {
  const [isAsking, setAsking] = useState(false);
  const removal = useStep(id, (reason: string) =>
    parseResponse(
      api.lab.requests[':id'].photos[':photo_id'].$delete({
        param: { id, photo_id: photo.id },
        query: { reason },
      }),
    ),
  );
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="-ml-3 min-h-11 justify-self-start"
        onClick={() => setAsking(true)}
      >
        Take out
      </Button>
      <ReasonDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        place="photo"
        title="Take this photo out?"
        action="Take it out"
        busyAction="Taking out…"
        step={removal}
      >
        <p>It is no longer shown to anybody. It is kept, with your name and the reason.</p>
      </ReasonDialog>
    </>
  );
}
