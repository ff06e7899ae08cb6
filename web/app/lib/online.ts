import { onlineManager } from '@tanstack/react-query';

const againMs = 3_000;
let isAsking = false;

const hasAnswer = () =>
  fetch('/robots.txt', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(againMs) }).then(
    () => true,
    () => false,
  );

/**
 * For a call that got no answer: where the server does not answer at all, everybody who asks `onlineManager` is told so until
 * it answers again. The browser alone knows only whether there is a network.
 */
export async function checkConnection(): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  while (!(await hasAnswer())) {
    onlineManager.setOnline(false);
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
  isAsking = false;
  onlineManager.setOnline(true);
}
