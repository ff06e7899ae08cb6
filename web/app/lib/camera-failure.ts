/** What the user can do if the camera shows nothing, by the name of the browser's error. */
const words: Record<string, string> = {
  NotAllowedError:
    'This browser may not use the camera here. Allow it in the address bar or in the settings of the system, and try again.',
  NotFoundError: 'No camera is connected to this device. Connect one and try again.',
  NotReadableError:
    'The camera does not answer: another program may be using it. Close that program and try again.',
};
const same: Record<string, string> = {
  SecurityError: 'NotAllowedError',
  OverconstrainedError: 'NotFoundError',
  AbortError: 'NotReadableError',
};

/** The sentence for an error of `getUserMedia`. `undefined`: the browser has no camera support. */
export function cameraFailure(error: unknown): string {
  if (error === undefined) return 'This browser gives pages no camera. The address must begin with https.';
  const name = error instanceof Error ? error.name : '';
  return words[same[name] ?? name] ?? 'The camera could not be started. Try again.';
}
