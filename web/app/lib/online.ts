import { onlineManager } from '@tanstack/react-query';

const againMs = 3_000;
let isAsking = false;

// Any answer counts, also an error.
const hasAnswer = () =>
  fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/**
 * Called after a call that got no answer. If the server does not answer at all, `onlineManager` reports offline until
 * the server answers again. The browser itself knows only whether there is a network.
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
