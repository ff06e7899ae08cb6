import { createHash } from 'node:crypto';
import { refuse, unwrap } from '../../platform/refusal.ts';
import { safeFileName } from './upload.rules.ts';

export type Upload = { name: string; bytes: Uint8Array };

/** The most that one uploaded file may have. */
const FILE_LIMIT_BYTES = 10 * 1024 * 1024;
/** The most of a body that is read: the file, and what a multipart form has around it. */
export const FORM_LIMIT_BYTES = FILE_LIMIT_BYTES + 64 * 1024;

/** The one file of the form; refuses a text in its place and what is larger than the limit. */
export async function uploadOf(part: unknown): Promise<Upload> {
  if (!(part instanceof File)) {
    const message = 'Choose a file.';
    return unwrap(refuse('invalid_fields', message, { errors: [{ path: 'file', message }] }));
  }
  if (part.size > FILE_LIMIT_BYTES) return unwrap(refuse('too_large', 'A file may have at most 10 MB.'));
  return { name: part.name, bytes: new Uint8Array(await part.arrayBuffer()) };
}

/** A Content-Disposition for any name (RFC 6266): always a download, with an ASCII stand-in for old clients. */
export const downloadAs = (fileName: string): string => disposition('attachment', fileName);

/** The same for a picture of our own making, which a page may show. */
export const showAs = (fileName: string): string => disposition('inline', fileName);

function disposition(kind: 'attachment' | 'inline', fileName: string): string {
  const name = safeFileName(fileName);
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/[\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** The fingerprint of a stored file, as lower-case hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
