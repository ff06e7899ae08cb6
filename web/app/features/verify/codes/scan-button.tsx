import { Camera } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button';
import type { CodeKind } from './find-codes';

const CameraScan = lazy(async () => ({ default: (await import('./camera-scan')).CameraScan }));

/** A button that opens the camera. The camera closes when it has seen a code. */
export function ScanButton({ kind, onFound }: { kind: CodeKind; onFound: (texts: string[]) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        icon={<Camera aria-hidden="true" className="size-5" />}
        onClick={() => {
          setOpen(true);
          setWasOpen(true);
        }}
      >
        Use the camera
      </Button>
      {wasOpen ? (
        <Suspense fallback={null}>
          <CameraScan
            open={isOpen}
            kind={kind}
            onClose={() => setOpen(false)}
            onFound={(texts) => {
              setOpen(false);
              onFound(texts);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
