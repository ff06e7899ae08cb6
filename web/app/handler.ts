import * as serverBuild from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { apiContext, type InProcessApi, nonceContext } from './lib/context';

export interface PageContext {
  /** Nonce for this answer's Content-Security-Policy; '' in development, where there is none. */
  nonce: string;
  api: InProcessApi;
}

/** The whole front end as one function. The server calls it for every address that is neither API nor file. */
export function createPageHandler(): (request: Request, context: PageContext) => Promise<Response> {
  // The module's own type says `undefined` where ServerBuild says optional.
  const handle = createRequestHandler(serverBuild as ServerBuild, import.meta.env.MODE);
  return (request, { nonce, api }) => {
    const context = new RouterContextProvider();
    context.set(nonceContext, nonce);
    context.set(apiContext, api);
    return handle(request, context);
  };
}
