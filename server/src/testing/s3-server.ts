import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const S3_KEY = { id: 'TESTACCESSKEY', secret: 'a secret that only the bucket and we know' };
const S3_BUCKET = 'vialproof-files';
const REGION = 'eu-test-1';

type Kept = { bytes: Buffer; contentType: string; changedAt: Date };

/** The number of keys on one page of a list: so small that every list needs several calls. */
const KEYS_A_PAGE = 2;

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Why the AWS signature (version 4) of a request is wrong. Undefined if it is right. */
function signatureFault(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const header = request.headers.authorization ?? '';
  const [, id, day = '', region = '', names = '', given = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header,
    ) ?? [];
  if (id !== S3_KEY.id || region !== REGION) return 'InvalidAccessKeyId';
  const told = String(request.headers['x-amz-content-sha256'] ?? '');
  // This store accepts only signed contents in one upload.
  if (told !== hash(body)) return 'XAmzContentSHA256Mismatch';
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const canonical = [
    request.method,
    url.pathname,
    query.join('&'),
    ...names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    names,
    told,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, hash(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${S3_KEY.secret}`, day), region), 's3'), 'aws4_request');
  const right = hmac(key, toSign);
  const sent = Buffer.from(given, 'hex');
  return sent.length === right.length && timingSafeEqual(sent, right) ? undefined : 'SignatureDoesNotMatch';
}

const STATUS: Record<string, number> = {
  NoSuchKey: 404,
  NoSuchBucket: 404,
  InternalError: 500,
  SlowDown: 503,
};

/** One page of ListObjectsV2. The token is the last key of the page before. */
function listing(keys: string[], query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const found = keys.filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after);
  const page = found.slice(0, KEYS_A_PAGE);
  const more =
    found.length > page.length
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
      : '<IsTruncated>false</IsTruncated>';
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  return `<?xml version="1.0"?><ListBucketResult>${more}${contents}</ListBucketResult>`;
}

/**
 * Plays an S3 store: it checks the signatures of the official SDK and keeps objects in memory. `state.fails` makes
 * every call answer with that error.
 */
export async function startS3Server() {
  const objects = new Map<string, Kept>();
  const calls: string[] = [];
  const state: { fails: string | undefined } = { fails: undefined };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const url = new URL(request.url ?? '/', 'http://bucket');
      const [, bucket = '', ...path] = url.pathname.split('/');
      const key = decodeURIComponent(path.join('/'));
      calls.push(`${request.method} ${key}`);
      const refuse = (code: string) => {
        response.writeHead(STATUS[code] ?? 403, { 'Content-Type': 'application/xml' });
        response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
      };
      const fault = state.fails ?? signatureFault(request, url, body);
      if (fault) return refuse(fault);
      if (bucket !== S3_BUCKET) return refuse('NoSuchBucket');
      if (request.method === 'PUT') {
        const contentType = request.headers['content-type'] ?? '';
        objects.set(key, { bytes: body, contentType, changedAt: new Date() });
        response.writeHead(200, { ETag: `"${hash(body).slice(0, 32)}"` }).end();
      } else if (request.method === 'DELETE') {
        objects.delete(key);
        response.writeHead(204).end();
      } else if (url.searchParams.get('list-type') === '2') {
        response.writeHead(200, { 'Content-Type': 'application/xml' });
        response.end(listing([...objects.keys()].sort(), url.searchParams));
      } else {
        const kept = objects.get(key);
        if (!kept) return refuse('NoSuchKey');
        response.writeHead(200, {
          'Content-Type': kept.contentType,
          'Content-Length': kept.bytes.length,
          'Last-Modified': kept.changedAt.toUTCString(),
          ETag: `"${hash(kept.bytes).slice(0, 32)}"`,
        });
        response.end(request.method === 'HEAD' ? undefined : kept.bytes);
      }
      return undefined;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  const settings = {
    S3_BUCKET,
    S3_REGION: REGION,
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: S3_KEY.id,
    S3_SECRET_ACCESS_KEY: S3_KEY.secret,
  };
  return { settings, objects, calls, state, stop };
}
