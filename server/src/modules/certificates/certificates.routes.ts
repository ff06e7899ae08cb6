import * as route from '@vialproof/contract/tests.routes';
import { type ApiContext, newRoutes } from '../../platform/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { CertificateFile, Certificates } from './certificates.service.ts';

/** The certificate, to keep and to look at. */
export function certificatesRoutes(certificates: Certificates) {
  const answer = async (c: ApiContext, id: string, disposition: 'attachment' | 'inline') => {
    const file = unwrap(await certificates.read(c.get('viewer'), id));
    const headers = headersOf(file, c.get('viewer') !== null, disposition);
    if (matches(c.req.header('if-none-match'), headers.ETag)) return c.body(null, 304, headers);
    return c.body(new Uint8Array(file.bytes), 200, { ...headers, 'Content-Type': 'application/pdf' });
  };
  return newRoutes()
    .openapi(route.getTestCertificate, (c) => answer(c, c.req.valid('param').id, 'attachment'))
    .openapi(route.getCoa, (c) => answer(c, c.req.valid('param').id, 'inline'));
}

function headersOf(file: CertificateFile, signedIn: boolean, disposition: string) {
  return {
    ETag: `"${file.sha256}"`,
    'Content-Disposition': `${disposition}; filename="coa-${file.taskNumber}.pdf"`,
    // What needs a token is stored nowhere; what is public is asked for again each time, since it can be withdrawn.
    'Cache-Control': file.isPublic && !signedIn ? 'public, no-cache' : 'private, no-store',
    Vary: 'Authorization',
  };
}

/** If-None-Match by weak comparison (RFC 9110, 13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag);
}
