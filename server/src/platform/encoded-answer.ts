import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Bytes = Uint8Array<ArrayBuffer>;
type Encoding = 'br' | 'gzip' | 'identity';
type Form = { body: Bytes; headers: Record<string, string> };

/** An answer held in memory, in the forms that clients can take. `size` in bytes, with room for the other forms. */
export type EncodedAnswer = {
  size: number;
  form(encoding: Encoding): Form | Promise<Form>;
};

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Better than gzip in size and in time; higher ones cost several times as much. */
const BROTLI_QUALITY = 5;
const WORTH_COMPRESSING_BYTES = 512;
const COMPRESSIBLE =
  /^(text\/|image\/svg|application\/(json|javascript|manifest|feed|atom|xml|ld)|.*[+](json|xml))/;

async function compress(body: Bytes, encoding: Encoding): Promise<Bytes> {
  if (encoding === 'identity') return body;
  const done =
    encoding === 'gzip'
      ? await zip(body)
      : await brotli(body, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
          },
        });
  return new Uint8Array(done);
}

/**
 * @param headers what every form is sent with, Content-Type among them.
 * @param known forms compressed already; the others are made when first asked for.
 */
export function encodedAnswer(
  body: Bytes,
  headers: Record<string, string>,
  known: { br?: Bytes; gzip?: Bytes } = {},
): EncodedAnswer {
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  const isCompressible =
    body.length >= WORTH_COMPRESSING_BYTES && COMPRESSIBLE.test(headers['Content-Type'] ?? '');
  const forms = new Map<Encoding, Form | Promise<Form>>();

  function describe(encoding: Encoding, bytes: Bytes): Form {
    const form: Form = {
      body: bytes,
      headers: {
        ...headers,
        // A strong tag names bytes, so each form has its own.
        ETag: encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`,
        'Content-Length': String(bytes.length),
        ...(isCompressible ? { Vary: 'Accept-Encoding' } : {}),
        ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      },
    };
    forms.set(encoding, form);
    return form;
  }

  describe('identity', body);
  if (known.br) describe('br', known.br);
  if (known.gzip) describe('gzip', known.gzip);
  return {
    size: isCompressible ? body.length * 2 : body.length,
    form(asked) {
      const encoding = isCompressible ? asked : 'identity';
      const form = forms.get(encoding) ?? compress(body, encoding).then((bytes) => describe(encoding, bytes));
      forms.set(encoding, form);
      return form;
    },
  };
}

/** The best form that a client takes, by its Accept-Encoding; `q=0` refuses one. */
function encodingFor(accepted: string | null): Encoding {
  if (!accepted) return 'identity';
  const takes = (name: string) =>
    accepted.split(',').some((entry) => {
      const [coding = '', quality = ''] = entry.split(';');
      return coding.trim().toLowerCase() === name && !/^\s*q=0(\.0*)?\s*$/i.test(quality);
    });
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

/** If-None-Match by weak comparison (RFC 9110, 13.1.2). */
export function isKnown(header: string | null | undefined, etag: string): boolean {
  if (!header) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/** The answer to a GET or HEAD: whole, only its head, or 304 for somebody who has it. */
export function answerEncoded(answer: EncodedAnswer, request: Request): Response | Promise<Response> {
  const form = answer.form(encodingFor(request.headers.get('accept-encoding')));
  return form instanceof Promise ? form.then((made) => send(made, request)) : send(form, request);
}

/**
 * The same for node:http itself, to a GET of somebody who does not have it, when the form asked for lies ready. False, and
 * nothing sent, otherwise.
 */
export function sendEncoded(
  answer: EncodedAnswer,
  asked: IncomingHttpHeaders,
  response: ServerResponse,
): boolean {
  const form = answer.form(encodingFor(asked['accept-encoding'] ?? null));
  if (form instanceof Promise || isKnown(asked['if-none-match'], form.headers.ETag ?? '')) return false;
  response.writeHead(200, form.headers);
  response.end(form.body);
  return true;
}

function send({ body, headers }: Form, request: Request): Response {
  if (isKnown(request.headers.get('if-none-match'), headers.ETag ?? '')) {
    const {
      'Content-Length': _length,
      'Content-Type': _type,
      'Content-Encoding': _coding,
      ...rest
    } = headers;
    return new Response(null, { status: 304, headers: rest });
  }
  return new Response(request.method === 'HEAD' ? null : body, { status: 200, headers });
}
