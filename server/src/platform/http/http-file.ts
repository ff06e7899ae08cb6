import fresh from 'fresh';
import type { ApiContext } from './http.ts';

/** A stored file that never changes: its hash is its name for caches. */
export type StoredFile = {
  contentType: string;
  sha256: string;
  /** Whether everybody may have it. */
  isPublic: boolean;
  bytes: Uint8Array;
};

/** Answers a file byte for byte, or 304 to somebody who has it. */
export function answerFile(c: ApiContext, file: StoredFile, disposition: string) {
  const etag = `"${file.sha256}"`;
  const headers = {
    ETag: etag,
    'Content-Disposition': disposition,
    // What needs a token is stored nowhere; what is public is asked for again each time, since it can be withdrawn.
    'Cache-Control': file.isPublic && !c.get('viewer') ? 'public, no-cache' : 'private, no-store',
    Vary: 'Authorization',
  };
  if (fresh({ 'if-none-match': c.req.header('if-none-match') }, { etag })) return c.body(null, 304, headers);
  return c.body(new Uint8Array(file.bytes), 200, { ...headers, 'Content-Type': file.contentType });
}
