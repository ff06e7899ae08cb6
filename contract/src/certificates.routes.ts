import { createRoute, z } from '@hono/zod-openapi';
import { file, idParam, json, problems } from './answers.routes.ts';
import * as shape from './certificates.ts';

const tags = ['Certificates'];

export const getTestCertificate = createRoute({
  method: 'get',
  path: '/tests/{id}/certificate',
  tags,
  summary: 'Download the Certificate of Analysis; a private one wants its owner’s or staff’s token',
  description:
    'The current one, or with `revision` an earlier one that was superseded; never one that was retracted.',
  request: { params: idParam, query: shape.RevisionQuery },
  responses: {
    200: file('application/pdf', 'The PDF, byte for byte as issued'),
    304: { description: 'You have it' },
    ...problems('unauthenticated', 'not_found', 'certificate_not_ready', 'invalid_fields'),
  },
});

export const getCoa = createRoute({
  method: 'get',
  path: '/coa/{id}',
  tags,
  summary: 'The certificate of a request, to look at',
  request: { params: idParam, query: shape.RevisionQuery },
  responses: {
    200: file('application/pdf', 'The PDF, byte for byte as issued'),
    304: { description: 'You have it' },
    ...problems('unauthenticated', 'not_found', 'certificate_not_ready', 'invalid_fields'),
  },
});

export const getCertificateProof = createRoute({
  method: 'get',
  path: '/tests/{id}/certificate/proof',
  tags,
  summary:
    'That the certificate stands in the public log, to check without us; same rules as the certificate',
  request: { params: idParam, query: shape.RevisionQuery },
  responses: {
    200: file(
      'text/plain',
      'A C2SP tlog-proof; its extra data hold the log’s entry and what shows whose it is',
    ),
    ...problems('unauthenticated', 'not_found', 'certificate_not_ready', 'invalid_fields'),
  },
});

export const getCertificateRecord = createRoute({
  method: 'get',
  path: '/certificates/{sha256}',
  tags,
  summary: 'How the certificate with this SHA-256 stands: current, superseded or retracted',
  request: { params: shape.Sha256Param },
  responses: {
    200: json(z.object({ data: shape.CertificateRecord }), 'It was issued here'),
    ...problems('not_found', 'rate_limited'),
  },
});
