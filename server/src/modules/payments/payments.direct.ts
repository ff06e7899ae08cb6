import type { IncomingMessage } from 'node:http';
import type { DirectAnswer } from '../../platform/direct-answer.ts';
import { problemOf, refusalOf } from '../../platform/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { answerHeaders } from '../../platform/request-guard.ts';
import type { HeaderReader } from './adapters/provider.ts';
import type { Payments, ProviderName } from './payments.service.ts';

const PROVIDERS: Record<string, ProviderName> = {
  '/api/webhooks/stripe': 'stripe',
  '/api/webhooks/coinbase': 'coinbase',
};
const RECEIVED = JSON.stringify({ received: true });
/** What a browser says, or somebody with a token, and what no provider does: such a request goes the usual way. */
const UNUSUAL = ['origin', 'sec-fetch-site', 'authorization', 'transfer-encoding', 'expect'] as const;

/**
 * The providers' events, taken from node:http itself: in a storm of them the router would cost as much as checking and
 * storing (docs/decisions/0027). Only what says its length, within the limit, comes this way.
 */
export function directWebhooks({ config, log }: Platform, payments: Payments): DirectAnswer {
  const headersOf = answerHeaders(config.production);

  return (request, response) => {
    const { method, url = '', headers } = request;
    const provider = method === 'POST' ? PROVIDERS[url] : undefined;
    if (!provider || UNUSUAL.some((name) => headers[name] !== undefined)) return false;
    if (!(Number(headers['content-length']) <= config.webhookBodyBytes)) return false;

    const answer = headersOf(headers['x-request-id']);
    function write(status: number, more: Record<string, string>, text: string): void {
      response.writeHead(status, { ...answer, ...more, 'Content-Length': String(Buffer.byteLength(text)) });
      response.end(text);
    }
    function writeRefusal(refusal: Parameters<typeof problemOf>[0]): void {
      const problem = problemOf(refusal);
      write(problem.status, problem.headers, problem.text);
    }
    bodyOf(request)
      .then((body) => payments.receiveWebhook(provider, body, readerOf(request)))
      .then((outcome) => {
        if (isRefusal(outcome)) writeRefusal(outcome);
        else write(200, { 'Content-Type': 'application/json' }, RECEIVED);
      })
      .catch((error: unknown) => {
        // A sender that hung up half-way is told nothing.
        if (response.destroyed) return;
        const asked = { requestId: answer['X-Request-Id'] ?? '', method: 'POST', path: url };
        writeRefusal(refusalOf(error, asked, log));
      });
    return true;
  };
}

/** All of the body, as it was sent. Rejects when the sender hangs up before its end. */
function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () => reject(new Error('the sender hung up')));
  });
}

function readerOf({ headers }: IncomingMessage): HeaderReader {
  return {
    get(name) {
      const value = headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(', ') : (value ?? null);
    },
  };
}
