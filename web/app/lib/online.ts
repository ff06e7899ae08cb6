import { onlineManager } from '@tanstack/react-query';

const againMs = 3_000;
let isAsking = false;

// Any answer counts.
const hasAnswer = () =>
  fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/**
 * For a call without an answer: if the server does not answer at all, `onlineManager` reports offline until it answers
 * again. The browser knows only whether there is a network.
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
