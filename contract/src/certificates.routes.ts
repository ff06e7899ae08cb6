import { z } from '@hono/zod-openapi';
import { data, file, idParam, routesOf } from './answers.routes.ts';
import * as shape from './certificates.ts';

const route = routesOf('Certificates', 'result');

export const getTestCertificate = route('get', '/tests/{id}/certificate', {
  summary: 'Download the Certificate of Analysis; a private one wants its owner’s or staff’s token',
  audited: 'request.certificate_viewed',
  description:
    'The current one, or with `revision` an earlier one that was superseded; never one that was retracted.',
  params: idParam,
  query: shape.RevisionQuery,
  answers: {
    200: file('application/pdf', 'The PDF, byte for byte as issued'),
    304: { description: 'You have it' },
  },
  refuses: ['unauthenticated', 'not_found', 'certificate_not_ready', 'invalid_fields'],
});

export const getCoa = route('get', '/coa/{id}', {
  summary: 'The certificate of a request, to look at',
  audited: 'request.certificate_viewed',
  params: idParam,
  query: shape.RevisionQuery,
  answers: {
    200: file('application/pdf', 'The PDF, byte for byte as issued'),
    304: { description: 'You have it' },
  },
  refuses: ['unauthenticated', 'not_found', 'certificate_not_ready', 'invalid_fields'],
});

export const getCertificateProof = route('get', '/tests/{id}/certificate/proof', {
  summary:
    'That the certificate stands in the public log, to check without us; same rules as the certificate',
  audited: 'request.certificate_viewed',
  params: idParam,
  query: shape.RevisionQuery,
  answers: {
    200: file(
      'text/plain',
      'A C2SP tlog-proof; its extra data hold the log’s entry and what shows whose it is',
    ),
  },
  refuses: ['unauthenticated', 'not_found', 'certificate_not_ready', 'invalid_fields'],
});

export const getCertificateRecord = route('get', '/certificates/{sha256}', {
  summary: 'How the certificate with this SHA-256 stands: current, superseded or retracted',
  who: 'open',
  params: shape.Sha256Param,
  answers: { 200: data(shape.CertificateRecord, 'It was issued here') },
  refuses: ['not_found', 'rate_limited'],
});

export const getRawFile = route('get', '/tests/{id}/raw-files/{sha256}', {
  summary: 'A file of the instrument that its owner has published',
  who: 'open',
  params: idParam.extend({ sha256: z.string() }),
  answers: {
    200: file('application/octet-stream', 'The file, byte for byte as it was uploaded'),
    304: { description: 'You have it' },
  },
  refuses: ['not_found'],
});
