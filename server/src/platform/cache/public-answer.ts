import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fresh from 'fresh';
import Negotiator from 'negotiator';

type Bytes = Uint8Array<ArrayBuffer>;
type Encoding = 'br' | 'gzip' | 'identity';
type Form = { body: Bytes; headers: Record<string, string> };
/** The parts of a request on which the answer depends. */
type Asked = {
  method?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
};
/** The answer: everything, headers only, or "not modified" (304). */
export type Reply = { status: 200 | 304; headers: Record<string, string>; body: Bytes | null };

/** A public answer with its compressed forms. */
export type PublicAnswer = {
  /** The type of the contents. */
  type: string;
  /** How much memory the answer needs. */
  size: number;
  /** Whether the answer may be used while the database is down. */
  mayBeOld?: boolean;
  form(encoding: Encoding): Form | Promise<Form>;
};

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Smaller and faster than gzip. Higher values take much longer. */
const BROTLI_QUALITY = 5;
const WORTH_COMPRESSING_BYTES = 512;
const COMPRESSIBLE =
  /^(text\/|image\/svg|application\/(json|javascript|manifest|feed|atom|xml|ld)|.*[+](json|xml))/;

async function compress(body: Bytes, encoding: Encoding): Promise<Bytes> {
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') return new Uint8Array(await zip(body));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return new Uint8Array(await brotli(body, { params }));
}

/**
 * @param headers headers of every form, with the Content-Type.
 * @param compressed forms that exist already.
 */
export function createPublicAnswer(
  body: Bytes,
  headers: Record<string, string>,
  compressed: { br?: Bytes; gzip?: Bytes } = {},
): PublicAnswer {
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  const type = headers['Content-Type'] ?? '';
  const isCompressible = body.length >= WORTH_COMPRESSING_BYTES && COMPRESSIBLE.test(type);
  const forms = new Map<Encoding, Form | Promise<Form>>();

  function describe(encoding: Encoding, bytes: Bytes): Form {
    const form: Form = {
      body: bytes,
      headers: {
        ...headers,
        // An ETag means exact bytes, so each compressed form has its own ETag.
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
  if (compressed.br) describe('br', compressed.br);
  if (compressed.gzip) describe('gzip', compressed.gzip);
  return {
    type,
    size: isCompressible ? body.length * 2 : body.length,
    form(asked) {
      const encoding = isCompressible ? asked : 'identity';
      const form = forms.get(encoding) ?? compress(body, encoding).then((bytes) => describe(encoding, bytes));
      forms.set(encoding, form);
      return form;
    },
  };
}

/** Whether a client accepts this type. */
export function isAccepted(accept: string | undefined, type: string): boolean {
  if (!accept?.trim() || accept.includes('*/*')) return true;
  const [bare = ''] = type.split(';');
  // Parameters of media types, such as charset, are ignored here.
  const ranges = accept.replace(/;(?!\s*q=)[^,;]*/gi, '');
  return new Negotiator({ headers: { accept: ranges } }).mediaTypes([bare]).length > 0;
}

/** The smallest form that the client accepts. */
function encodingFor(asked: Asked): Encoding {
  if (asked.headers['accept-encoding'] === undefined) return 'identity';
  const accepted = new Negotiator(asked).encodings(['br', 'gzip']);
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : 'identity';
}

/**
 * The answer to a GET or HEAD, or 304 if the client already has it. A Promise only when a form is compressed for the
 * first time.
 */
export function replyTo(asked: Asked, answer: PublicAnswer): Reply | Promise<Reply> {
  const form = answer.form(encodingFor(asked));
  return form instanceof Promise ? form.then((made) => replyWith(asked, made)) : replyWith(asked, form);
}

function replyWith({ method, headers: asked }: Asked, { body, headers }: Form): Reply {
  if (fresh({ 'if-none-match': asked['if-none-match'] }, { etag: headers.ETag })) {
    const {
      'Content-Length': _length,
      'Content-Type': _type,
      'Content-Encoding': _coding,
      ...rest
    } = headers;
    return { status: 304, headers: rest, body: null };
  }
  return { status: 200, headers, body: method === 'HEAD' ? null : body };
}

const READ = ['accept-encoding', 'if-none-match'];

/** As `replyTo`, but a Response. */
export async function respondTo({ method, headers }: Request, answer: PublicAnswer): Promise<Response> {
  const read = READ.map((name) => [name, headers.get(name) ?? undefined] as const);
  const reply = await replyTo({ method, headers: Object.fromEntries(read) }, answer);
  return new Response(reply.body, { status: reply.status, headers: reply.headers });
}
