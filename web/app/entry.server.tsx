import { isbot } from 'isbot';
import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { nonceContext } from './lib/context';
import { NonceContext } from './lib/nonce';

export const streamTimeout = 5_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });

  const nonce = loadContext.get(nonceContext) || undefined;
  let shellSent = false;
  let failed = false;
  const body = await renderToReadableStream(
    <NonceContext value={nonce}>
      <ServerRouter context={routerContext} url={request.url} {...(nonce ? { nonce } : {})} />
    </NonceContext>,
    {
      ...(nonce ? { nonce } : {}),
      signal: AbortSignal.timeout(streamTimeout + 1_000),
      onError(error: unknown) {
        failed = true;
        // Errors before the shell reject the call below and are reported by the server; later ones have no other way out.
        if (shellSent) console.error(error);
      },
    },
  );
  shellSent = true;
  // Readers that run no script must get the finished page.
  if (isbot(request.headers.get('user-agent'))) await body.allReady;
  return new Response(body, { status: failed ? 500 : status, headers });
}
