import * as serverBuild from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { apiContext, type InProcessApi, markContext } from './lib/context';
import { keptAddress } from './lib/kept-pages';

export interface PageContext {
  /** Put as `nonce` on the scripts that the page itself has; the server takes it out again. '' in development. */
  mark: string;
  api: InProcessApi;
}

/** The whole front end: what the server calls for every address that is neither API nor file. */
export function createPages() {
  // The module's own type says `undefined` where ServerBuild says optional.
  const handle = createRequestHandler(serverBuild as ServerBuild, import.meta.env.MODE);
  return {
    /** A visitor's request has no part in a page but its address: every page is the same for everybody. */
    render(request: Request, { mark, api }: PageContext): Promise<Response> {
      const context = new RouterContextProvider();
      context.set(markContext, mark);
      context.set(apiContext, api);
      return handle(request, context);
    },
    keptAddress,
  };
}
