import { SwitchCamera } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { takeStill, useCamera } from '../lib/use-camera';
import { Button } from '../ui/button';
import { CameraView } from '../ui/camera-view';
import { Dialog } from '../ui/dialog';
import { StepError } from '../ui/step-error';

type Still = { file: File; address: string };

/** Keeps a new picture until the user accepts it or takes another one. */
function useStill() {
  const [still, setStill] = useState<Still | null>(null);
  useEffect(() => () => URL.revokeObjectURL(still?.address ?? ''), [still]);
  return {
    still,
    show: (file: File | null) => setStill(file && { file, address: URL.createObjectURL(file) }),
  };
}

function Live({ onClose, onTaken }: { onClose: () => void; onTaken: (file: File) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const { state, retry, next } = useCamera(video);
  const [failed, setFailed] = useState<Error | null>(null);
  const take = () => {
    if (video.current) takeStill(video.current).then(onTaken, setFailed);
  };
  return (
    <div className="grid gap-5">
      <CameraView video={video} state={state} otherWay="Or close this and choose a photo from a file." />
      <StepError error={failed} />
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        {next ? (
          <Button
            variant="quiet"
            className="mr-auto min-h-12"
            icon={<SwitchCamera aria-hidden="true" className="size-5" />}
            onClick={next}
          >
            Other camera
          </Button>
        ) : null}
        <Button variant="secondary" className="min-h-12" onClick={onClose}>
          Back
        </Button>
        {state.kind === 'failed' ? (
          <Button className="min-h-12" onClick={retry}>
            Try again
          </Button>
        ) : (
          <Button className="min-h-12" aria-disabled={state.kind !== 'live'} data-start onClick={take}>
            Take photo
          </Button>
        )}
      </div>
    </div>
  );
}

interface Props {
  onClose: () => void;
  busy: boolean;
  error: Error | null;
  onKeep: (file: File) => void;
}

function Shooting({ onClose, busy, error, onKeep }: Props) {
  const { still, show } = useStill();
  if (!still) return <Live onClose={onClose} onTaken={show} />;
  return (
    <div className="grid gap-5">
      <img
        src={still.address}
        alt="The vial, as it was taken"
        className="aspect-4/3 w-full rounded-sm bg-wash object-contain"
      />
      <StepError error={error} />
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button variant="secondary" className="min-h-12" disabled={busy} onClick={() => show(null)}>
          Take again
        </Button>
        <Button className="min-h-12" autoFocus busy={busy} onClick={() => onKeep(still.file)}>
          {busy ? 'Uploading…' : 'Keep photo'}
        </Button>
      </div>
    </div>
  );
}

/**
 * Takes a photo with a camera of this computer. The user sees a preview, takes a photo, and accepts or repeats it. Only
 * an accepted photo is sent.
 */
export function CameraDialog({ open, ...shooting }: Props & { open: boolean }) {
  return (
    <Dialog open={open} onClose={shooting.onClose} title="Photo of the vial">
      <Shooting {...shooting} />
    </Dialog>
  );
}
