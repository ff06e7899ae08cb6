import { createPublicAnswer, type PublicAnswer } from './public-answer.ts';

/** Headers that depend on the bytes of the answer. */
const OWN_HEADERS = ['ETag', 'Content-Length', 'Content-Encoding', 'Vary'];

const MARK = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });

const marked = new WeakMap<PublicAnswer, PublicAnswer>();

/** A cached page for the time when the database is down. It says its age, and must not be cached by others. */
export function markOld(answer: PublicAnswer, at: Date): PublicAnswer | undefined {
  const known = marked.get(answer);
  if (known) return known;
  const form = answer.form('identity');
  if (form instanceof Promise) return undefined;
  const page = Buffer.from(form.body).toString();
  const words = `As of ${MARK.format(at)} UTC. Our database does not answer at the moment; what has changed since is not shown.`;
  const text = page.replace(/<body[^>]*>/, (body) => `${body}<p class="as-of" role="status">${words}</p>`);
  const headers = Object.fromEntries(
    Object.entries(form.headers).filter(([name]) => !OWN_HEADERS.includes(name)),
  );
  headers['Cache-Control'] = 'no-store';
  headers['Last-Modified'] = at.toUTCString();
  const old = createPublicAnswer(new Uint8Array(Buffer.from(text)), headers);
  marked.set(answer, old);
  return old;
}
