import { parseResponse } from 'hono/client';
import { Camera, ImageUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '../lib/api';
import { Button, buttonClass } from '../ui/button';
import { Spinner } from '../ui/spinner';
import { StepError } from '../ui/step-error';
import { notify } from '../ui/toast';
import { CameraDialog } from './camera-dialog';
import { useStep } from './use-step';

/** A button that opens the file dialog, or the camera of a phone. */
export function PhotoChoice({
  label,
  icon,
  busy,
  camera = false,
  onFile,
}: {
  label: string;
  icon: ReactNode;
  busy: boolean;
  camera?: boolean;
  onFile: (file: File) => void;
}) {
  return (
    <label
      className={`${buttonClass({ variant: 'secondary' })} min-h-12 cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 ${camera ? 'not-pointer-coarse:hidden' : ''}`}
    >
      {busy ? <Spinner /> : icon}
      <span>{busy ? 'Uploading…' : label}</span>
      <input
        type="file"
        accept={camera ? 'image/*' : 'image/jpeg,image/png,image/webp'}
        {...(camera ? { capture: 'environment' as const } : {})}
        disabled={busy}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
          // The input is emptied, so that the user can choose the same file again.
          event.target.value = '';
        }}
      />
    </label>
  );
}

/** Takes a photo of a vial with a phone or computer, or chooses a file. `id` is the id of the request or its task number. */
export function PhotoButton({ id }: { id: string }) {
  const [shooting, setShooting] = useState(false);
  const upload = useStep(id, (file: File) =>
    parseResponse(api.lab.requests[':id'].photos.$post({ param: { id }, form: { file } })),
  );
  const onFile = (file: File) =>
    upload.mutate(file, {
      onSuccess: () => {
        setShooting(false);
        notify.success('Photo kept.');
      },
    });
  const take = { busy: upload.isPending, onFile };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-3">
        <PhotoChoice
          {...take}
          camera
          label="Take a photo"
          icon={<Camera aria-hidden="true" className="size-5" />}
        />
        <Button
          variant="secondary"
          className="min-h-12 pointer-coarse:hidden"
          icon={<Camera aria-hidden="true" className="size-5" />}
          onClick={() => {
            upload.reset();
            setShooting(true);
          }}
        >
          Use the camera
        </Button>
        <PhotoChoice
          {...take}
          label="Choose a photo"
          icon={<ImageUp aria-hidden="true" className="size-5" />}
        />
      </div>
      <CameraDialog
        open={shooting}
        onClose={() => setShooting(false)}
        busy={upload.isPending}
        error={upload.error}
        onKeep={onFile}
      />
      {shooting ? null : <StepError error={upload.error} />}
    </div>
  );
}
