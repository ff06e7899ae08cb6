import type { RefObject } from 'react';
import type { CameraState } from '../lib/use-camera';
import { Spinner } from './spinner';
import { Notice } from './states';

/** The picture of the camera. Without a camera, the reason and another way (`otherWay`). */
export function CameraView({
  video,
  state,
  otherWay,
}: {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
  otherWay: string;
}) {
  return (
    <div className="relative grid aspect-4/3 place-items-center overflow-hidden rounded-sm bg-wash">
      <video
        ref={video}
        muted
        playsInline
        aria-label="What the camera sees"
        className={`size-full object-contain ${state.kind === 'live' ? '' : 'invisible'}`}
      />
      {state.kind === 'starting' ? (
        <p
          role="status"
          className="absolute inset-0 grid place-content-center justify-items-center gap-3 p-6 text-center"
        >
          <Spinner size="1.5rem" />
          <span>Starting the camera. The browser may ask whether this page may use it.</span>
        </p>
      ) : null}
      {state.kind === 'failed' ? (
        <div className="absolute inset-0 grid content-center p-6">
          <Notice tone="wait">{`${state.words} ${otherWay}`}</Notice>
        </div>
      ) : null}
    </div>
  );
}
