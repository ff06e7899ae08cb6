import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { scriptsAfterPaint } from './lib/after-paint';
import { markContext } from './lib/context';
import { NonceContext } from './lib/nonce';

export const streamTimeout = 5_000;

/**
 * Renders a page completely before it is sent: the server caches whole answers, and clients without scripts need the
 * whole page.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8');
  const nonce = loadContext.get(markContext) || undefined;
  const failures: unknown[] = [];
  const body = await renderToReadableStream(
    <NonceContext value={nonce}>
      <ServerRouter context={routerContext} url={request.url} {...(nonce ? { nonce } : {})} />
    </NonceContext>,
    {
      ...(nonce ? { nonce } : {}),
      signal: AbortSignal.timeout(streamTimeout + 1_000),
      // The page is sent as a whole, so no part of it waits for a script that moves the part into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error: unknown) => void failures.push(error),
    },
  );
  await body.allReady;
  const html = await new Response(body).text();
  // A part inside an error boundary may fail. Such a failure is logged, and the page is not cached.
  for (const failure of failures) console.error(failure);
  return new Response(nonce ? scriptsAfterPaint(html) : html, {
    status: failures.length > 0 ? 500 : status,
    headers,
  });
}
