import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Config } from '../config/config.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { addressOfClient, problemOf } from './http.ts';
import {
  callHeaders,
  isOfLaboratory,
  isUpload,
  isWebhook,
  jsonLimitOf,
  requestIdOf,
  SMALL_BODY_BYTES,
} from './request-guard.ts';

type ServerConfig = Pick<Config, 'httpLimits' | 'production' | 'trustProxy' | 'webhookBodyBytes'>;
type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Larger than the body of any call. */
export const LARGEST_BODY_BYTES = 11_000_000;
/**
 * The memory for bodies, in three parts. A call to the laboratory without a token uses none, because it is refused
 * before.
 */
const PARTS = { laboratory: 1 / 2, webhooks: 1 / 4, others: 1 / 4 };
/** How much of a part one client may use. */
const SHARE_OF_A_CLIENT = 1 / 2;
const CHECK_MS = 1_000;
/** Proxies keep unused connections for a minute, so the server must keep them a little longer. */
const IDLE_MS = { behindProxy: 65_000, open: 5_000 };
const RETRY_AFTER_SECONDS = 5;

/**
 * A web server with limits: too many connections are closed, slow requests get 408, large bodies without free memory
 * 503, and two Host headers 400. Answers may take as long as they need.
 */
export function createHttpServer(config: ServerConfig, listener: Listener): Server {
  const limits = config.httpLimits;
  const common = callHeaders(config.production);
  const headersOf = (request: IncomingMessage) => ({
    'X-Request-Id': requestIdOf(request.headers['x-request-id']),
    ...common,
  });
  const hasRoom = roomForBodies(config);

  function answer(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
    const { status, headers, text } = problemOf(refusal);
    response.writeHead(status, { ...headersOf(request), ...headers });
    response.end(text);
  }

  /** Ends a request whose body does not arrive in time. */
  function watchBody(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const canGoOn = isUpload(request.url ?? '');
    let seen = socket.bytesRead;
    function endConnection(): void {
      if (request.complete) return;
      // Written directly to the connection, because other code still waits for the body.
      if (!response.headersSent) socket.write(requestTimeout(headersOf(request)));
      socket.destroySoon();
    }
    const timer = setTimeout(() => {
      if (request.complete) return;
      if (canGoOn && socket.bytesRead > seen) {
        seen = socket.bytesRead;
        timer.refresh();
        return;
      }
      // An earlier request of the same connection must be answered first.
      const hasHadTurn = response.socket === socket || response.writableFinished;
      if (hasHadTurn) endConnection();
      // The part of this answer that is already written must be sent first.
      else response.once('socket', () => process.nextTick(endConnection));
    }, limits.bodyTimeoutSeconds * 1000).unref();
    request.once('close', () => clearTimeout(timer));
  }

  const server = createServer(
    {
      // Node itself ends requests without headers, and uploads that take too long.
      headersTimeout: Math.min(limits.headersTimeoutSeconds, limits.uploadTimeoutSeconds) * 1000,
      requestTimeout: limits.uploadTimeoutSeconds * 1000,
      connectionsCheckingInterval: CHECK_MS,
      keepAliveTimeout: config.trustProxy > 0 ? IDLE_MS.behindProxy : IDLE_MS.open,
    },
    (request, response) => {
      if (hasTwoHosts(request)) return answer(request, response, refuse('malformed'));
      if (hasBody(request)) {
        watchBody(request, response);
        if (!hasRoom(request, response)) {
          return answer(
            request,
            response,
            refuse('unavailable', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS }),
          );
        }
      }
      return listener(request, response);
    },
  );
  server.maxConnections = limits.maxConnections;
  return server;
}

/** Counts the bytes of a body until its request is answered. False if no memory is left. */
function roomForBodies(
  config: ServerConfig,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const parts = Object.fromEntries(
    Object.entries(PARTS).map(([name, share]) => [
      name,
      roomOf(Math.max(config.httpLimits.bodyBytesInFlight * share, LARGEST_BODY_BYTES)),
    ]),
  ) as Record<keyof typeof PARTS, ReturnType<typeof roomOf>>;

  return (request, response) => {
    const bytes = bytesToHold(request, config.webhookBodyBytes);
    if (bytes <= SMALL_BODY_BYTES) return true;
    const forwardedFor = String(request.headers['x-forwarded-for'] ?? '');
    const client = addressOfClient(request.socket.remoteAddress ?? '', forwardedFor, config.trustProxy);
    const giveBack = parts[partOf(request.url ?? '')].take(client, bytes);
    if (giveBack) response.once('close', giveBack);
    return giveBack !== undefined;
  };
}

function partOf(address: string): keyof typeof PARTS {
  if (isOfLaboratory(address)) return 'laboratory';
  return isWebhook(address) ? 'webhooks' : 'others';
}

/** Counts bytes up to `most`, also for each client. */
function roomOf(most: number) {
  const mostOfAClient = Math.max(most * SHARE_OF_A_CLIENT, LARGEST_BODY_BYTES);
  const bytesOfClients = new Map<string, number>();
  let bytesInFlight = 0;
  return {
    /** Returns a function that frees the bytes. Undefined if the limit is reached. */
    take(client: string, bytes: number): (() => void) | undefined {
      const ofClient = bytesOfClients.get(client) ?? 0;
      if (ofClient + bytes > mostOfAClient || bytesInFlight + bytes > most) return undefined;
      bytesInFlight += bytes;
      bytesOfClients.set(client, ofClient + bytes);
      return () => {
        bytesInFlight -= bytes;
        const rest = (bytesOfClients.get(client) ?? 0) - bytes;
        if (rest > 0) bytesOfClients.set(client, rest);
        else bytesOfClients.delete(client);
      };
    },
  };
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** How many bytes of the body may be kept. A body that is too long is not read. */
function bytesToHold({ url = '', headers }: IncomingMessage, webhookBodyBytes: number): number {
  const most = isUpload(url) ? LARGEST_BODY_BYTES : isWebhook(url) ? webhookBodyBytes : jsonLimitOf(url);
  const said = headers['content-length'];
  if (said === undefined) return most;
  return Number(said) > most ? 0 : Number(said);
}

/** Whether a request has two Host headers. Node would ignore one of them. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

/** The answer 408 as bytes. */
function requestTimeout(usual: Record<string, string>): string {
  const { headers, text } = problemOf(refuse('request_timeout'));
  const all = {
    ...usual,
    ...headers,
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 408 Request Timeout\r\n${lines.join('')}\r\n${text}`;
}
