import { SwitchCamera } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCamera } from '../../../lib/use-camera';
import { Button } from '../../../ui/button';
import { CameraView } from '../../../ui/camera-view';
import { Dialog } from '../../../ui/dialog';
import { StepError } from '../../../ui/step-error';
import type { CodeKind } from './find-codes';
import { readFrame } from './read-picture';

interface Props {
  kind: CodeKind;
  onClose: () => void;
  /** Called with the texts of all codes in the first picture that contains a code. */
  onFound: (texts: string[]) => void;
}

const words: Record<CodeKind, string> = {
  certificate: 'Hold the QR code of the certificate in front of the camera.',
  vial: 'Hold the code of the vial in front of the camera.',
};

function Scanning({ kind, onClose, onFound }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const { state, retry, next } = useCamera(video);
  const [failed, setFailed] = useState<Error | null>(null);
  const found = useEffectEvent(onFound);
  const isLive = state.kind === 'live';

  useEffect(() => {
    let isOver = !isLive;
    const look = async () => {
      while (!isOver && video.current) {
        const texts = await readFrame(video.current, kind);
        if (isOver) return;
        if (texts.length > 0) return found(texts);
        await new Promise(requestAnimationFrame);
      }
    };
    look().catch((error: Error) => {
      if (!isOver) setFailed(error);
    });
    return () => {
      isOver = true;
    };
  }, [isLive, kind]);

  return (
    <div className="grid gap-5">
      <p>{`${words[kind]} The picture stays on this device.`}</p>
      <CameraView video={video} state={state} otherWay="Or close this and choose a picture from a file." />
      <StepError error={failed} />
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        {next ? (
          <Button
            variant="quiet"
            className="mr-auto"
            icon={<SwitchCamera aria-hidden="true" className="size-5" />}
            onClick={next}
          >
            Other camera
          </Button>
        ) : null}
        {state.kind === 'failed' ? <Button onClick={retry}>Try again</Button> : null}
        <Button variant="secondary" data-start onClick={onClose}>
          Back
        </Button>
      </div>
    </div>
  );
}

/** Scans with a camera until the camera sees a code. Closing the dialog stops the camera. */
export function CameraScan({ open, ...scanning }: Props & { open: boolean }) {
  return (
    <Dialog open={open} onClose={scanning.onClose} title="Scan with the camera">
      <Scanning {...scanning} />
    </Dialog>
  );
}
