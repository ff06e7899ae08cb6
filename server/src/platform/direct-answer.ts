import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * A way past the router, asked before it with each request of node:http: answers and says true, or leaves the request
 * alone. `otherwise` takes over when answering fails before anything was read or written.
 */
export type DirectAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  otherwise: () => void,
) => boolean;
