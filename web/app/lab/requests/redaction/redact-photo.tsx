import { useQueryClient } from '@tanstack/react-query';
import type { LabPhoto } from '@vialproof/contract/lab';
import { MOST_BOXES } from '@vialproof/contract/redaction';
import { parseResponse } from 'hono/client';
import { useReducer, useState } from 'react';
import { api } from '../../../lib/api';
import { Button } from '../../../ui/button';
import { Checkbox } from '../../../ui/choices';
import { Skeleton } from '../../../ui/states';
import { useStoredPicture } from '../../../ui/stored-image';
import { ReasonDialog } from '../../reason-dialog';
import { useStep } from '../../use-step';
import { BoxFields } from './box-fields';
import { BoxPicture } from './box-picture';
import { type Boxes, type BoxStep, NO_BOXES, newBox, stepBoxes } from './boxes';

/** An admin draws boxes over an address or a face in a photo, and the server makes them black. */
export function RedactPhoto({
  id,
  photo,
  wasPublished,
}: {
  /** The id of the request, or its task number, as in the address. */
  id: string;
  photo: LabPhoto;
  /** Whether the photo was published. Then a second person must agree. */
  wasPublished: boolean;
}) {
  const [isAsking, setAsking] = useState(false);
  const [boxes, step] = useReducer(stepBoxes, NO_BOXES);
  const queries = useQueryClient();
  const redact = useStep(id, async (reason: string) => {
    if (boxes.all.length === 0) throw new Error('Draw at least one box.');
    const answer = await parseResponse(
      api.lab.requests[':id'].photos[':photo_id'].redaction.$put({
        param: { id, photo_id: photo.id },
        json: { boxes: [...boxes.all], reason },
      }),
    );
    void queries.invalidateQueries({ queryKey: ['file', photo.url] });
    return answer;
  });
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="-ml-3 min-h-11 justify-self-start"
        onClick={() => {
          redact.reset();
          step({ do: 'begin' });
          setAsking(true);
        }}
      >
        Blacken parts…
      </Button>
      <ReasonDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        place="redaction"
        wide
        title="Blacken parts of this photo?"
        action={wasPublished ? 'Propose' : 'Destroy the original'}
        busyAction={wasPublished ? 'Proposing…' : 'Blackening…'}
        danger
        done={
          wasPublished
            ? 'Proposed. Nobody outside sees the photo now.'
            : 'The parts are blackened. The original is being destroyed.'
        }
        step={redact}
      >
        <p>
          Draw a box over each address, face or name, by dragging or with “Add a box”. A box can be dragged to
          another place.
        </p>
        {wasPublished ? (
          <>
            <p>
              <strong className="font-medium">Nobody outside sees this photo from then on.</strong> Another
              reviewer or admin confirms, which destroys the original for ever, or refuses, which brings it
              back.
            </p>
            <p>A certificate that prints this photo stays as it was issued: amend the result as well.</p>
          </>
        ) : (
          <p>
            <strong className="font-medium">This destroys the original for ever.</strong> Its SHA-256, your
            name and the reason stay.
          </p>
        )}
        <BoxEditor photo={photo} boxes={boxes} onStep={step} />
      </ReasonDialog>
    </>
  );
}

function BoxEditor({
  photo,
  boxes,
  onStep,
}: {
  photo: LabPhoto;
  boxes: Boxes;
  onStep: (step: BoxStep) => void;
}) {
  const picture = useStoredPicture(photo.url);
  const [isBlack, setBlack] = useState(false);
  const { width, height } = photo;
  const size = { width, height };
  return (
    <div className="grid min-w-0 gap-3">
      {picture.address === undefined ? (
        <Skeleton className="aspect-4/3 w-full" />
      ) : (
        <BoxPicture
          address={picture.address}
          size={size}
          boxes={boxes.all}
          isBlack={isBlack}
          onStep={onStep}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="secondary"
          disabled={boxes.all.length >= MOST_BOXES}
          onClick={() => onStep({ do: 'add', box: newBox(size) })}
        >
          Add a box
        </Button>
        <Button
          variant="secondary"
          disabled={boxes.before.length === 0}
          onClick={() => onStep({ do: 'undo' })}
        >
          Undo
        </Button>
        <Checkbox checked={isBlack} onChange={({ target }) => setBlack(target.checked)}>
          Show it black
        </Checkbox>
      </div>
      <p role="status" className="text-ink-soft text-sm">
        {`${boxes.all.length} of at most ${MOST_BOXES} boxes; the photo has ${width} × ${height} pixels.`}
      </p>
      <BoxFields boxes={boxes.all} size={size} onStep={onStep} />
    </div>
  );
}
