import { type RefObject, useEffect, useState } from 'react';
import { cameraFailure } from './camera-failure';
import { keep, readKept } from './kept';

const keptName = 'camera';
/** Larger than a stored photo. The browser takes the camera's nearest size. */
const size = { width: { ideal: 1920 }, height: { ideal: 1440 } };

export type CameraState = { kind: 'starting' } | { kind: 'live' } | { kind: 'failed'; words: string };

/** The ids of all cameras. Known after the user has allowed one. */
async function cameras(): Promise<string[]> {
  const all = await navigator.mediaDevices.enumerateDevices();
  return all
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId)
    .map(({ deviceId }) => deviceId);
}

/**
 * Shows a camera in `video` while the component is on the page, and then stops it, so that its light goes off. It
 * starts with the camera that was chosen last.
 */
export function useCamera(video: RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState<CameraState>({ kind: 'starting' });
  const [asked, setAsked] = useState(() => ({ camera: readKept<string>(keptName), time: 0 }));
  const [others, setOthers] = useState<string[]>([]);

  useEffect(() => {
    let isOver = false;
    // Each effect has its own stream, so that a late failure does not stop the next camera.
    let stream: MediaStream | null = null;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async () => {
      setState({ kind: 'starting' });
      if (!navigator.mediaDevices) throw undefined;
      const given = await navigator.mediaDevices.getUserMedia({
        video: {
          ...size,
          ...(asked.camera ? { deviceId: { ideal: asked.camera } } : { facingMode: 'environment' }),
        },
        audio: false,
      });
      stream = given;
      // The page was left while the browser was still asking for permission.
      if (isOver) return stop();
      const [track] = given.getVideoTracks();
      // The camera was unplugged, or its permission withdrawn.
      track?.addEventListener('ended', () => {
        if (!isOver)
          setState({ kind: 'failed', words: cameraFailure(new DOMException('', 'NotReadableError')) });
      });
      if (video.current) {
        video.current.srcObject = given;
        await video.current.play();
      }
      if (isOver || track?.readyState === 'ended') return;
      setState({ kind: 'live' });
      const mine = track?.getSettings().deviceId;
      const known = await cameras();
      if (!isOver) setOthers(known.filter((each) => each !== mine));
    };
    start().catch((error: unknown) => {
      stop();
      if (!isOver) setState({ kind: 'failed', words: cameraFailure(error) });
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [asked, video]);

  return {
    state,
    retry: () => setAsked(({ camera, time }) => ({ camera, time: time + 1 })),
    /** Switches to another camera, if there is one. */
    next:
      others[0] === undefined
        ? null
        : () => {
            const camera = others[0] ?? null;
            keep(keptName, camera);
            setAsked(({ time }) => ({ camera, time: time + 1 }));
          },
  };
}

/** The present picture of the camera as a JPEG file. */
export async function takeStill(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  if (!blob) throw new Error('The picture could not be taken. Try again.');
  return new File([blob], 'camera.jpg', { type: 'image/jpeg' });
}
