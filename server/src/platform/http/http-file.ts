import fresh from 'fresh';
import type { ApiContext } from './http.ts';

/** A stored file. Its hash is its ETag. */
export type StoredFile = {
  contentType: string;
  sha256: string;
  /** Whether everybody may read the file. */
  isPublic: boolean;
  bytes: Uint8Array;
};

/** Sends a file unchanged, or 304 if the client has it. */
export function answerFile(c: ApiContext, file: StoredFile, disposition: string) {
  const etag = `"${file.sha256}"`;
  const headers = {
    ETag: etag,
    'Content-Disposition': disposition,
    // Private files are never cached. For public ones, caches must ask again each time.
    'Cache-Control': file.isPublic && !c.get('viewer') ? 'public, no-cache' : 'private, no-store',
    Vary: 'Authorization',
  };
  if (fresh({ 'if-none-match': c.req.header('if-none-match') }, { etag })) return c.body(null, 304, headers);
  return c.body(new Uint8Array(file.bytes), 200, { ...headers, 'Content-Type': file.contentType });
}
