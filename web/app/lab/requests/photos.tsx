import type { LabRequest } from '@vialproof/contract/lab';
import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';
import { formatDateTime } from '../../lib/dates';
import { Button } from '../../ui/button';
import { StepError } from '../../ui/step-error';
import { PictureRow } from '../../ui/stored-image';
import { Panel } from '../panel';
import { PhotoButton } from '../photo-button';
import { useStep } from '../use-step';
import { mayChangePhotos } from './photo-state';

/** Photos of the vial; taken and thrown away until the result is with a second person. */
export function Photos({ id, data }: { id: string; data: LabRequest }) {
  const { photos, request } = data;
  const removal = useStep(id, (photo_id: string) =>
    parseResponse(api.lab.requests[':id'].photos[':photo_id'].$delete({ param: { id, photo_id } })),
  );
  const open = mayChangePhotos(data);
  if (!open && photos.length === 0) return null;
  return (
    <Panel title="Photos of the vial">
      {photos.length > 0 ? (
        <PictureRow
          pictures={photos}
          alt={`The vial of task ${request.task_number}`}
          caption={(photo) =>
            `${photo.refused ? 'Refused sample' : 'Taken'}, ${formatDateTime(photo.taken_at)}`
          }
          action={(photo) =>
            open && !photo.refused ? (
              <Button
                variant="quiet"
                size="small"
                className="-ml-3 min-h-11 justify-self-start"
                busy={removal.isPending && removal.variables === photo.id}
                onClick={() => removal.mutate(photo.id)}
              >
                {removal.isPending && removal.variables === photo.id ? 'Throwing away…' : 'Throw away'}
              </Button>
            ) : null
          }
        />
      ) : null}
      <StepError error={removal.error} />
      {open ? (
        <>
          <PhotoButton id={id} />
          <p className="text-ink-soft text-sm">
            Place, time and names that the camera wrote into the picture are removed. Photos of the tested
            vial are shown with the result.
          </p>
        </>
      ) : null}
    </Panel>
  );
}
