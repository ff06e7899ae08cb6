import { onlineManager } from '@tanstack/react-query';

const againMs = 3_000;
let isAsking = false;

// Any answer shows that the server is there, also an error.
const hasAnswer = () =>
  fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/**
 * Called after a call without an answer. If the server is silent, the page counts as offline until it answers again.
 * The browser itself knows only whether there is a network.
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
