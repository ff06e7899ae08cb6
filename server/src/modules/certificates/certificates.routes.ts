import { CERTIFICATE_SCHEMA_PATH, certificateSchema } from '@vialproof/contract/certificate-file';
import * as route from '@vialproof/contract/certificates.routes';
import { Hono } from 'hono';
import { downloadAs } from '../../platform/files/file-names.ts';
import { type ApiEnv, clientAddress, newRoutes } from '../../platform/http/http.ts';
import { answerFile } from '../../platform/http/http-file.ts';
import { publicAnswer } from '../../platform/http/public-routes.ts';
import { FOR_OTHER_SITES } from '../../platform/http/usual-headers.ts';
import type { Platform } from '../../platform/platform.ts';
import { unwrap } from '../../platform/refusal.ts';
import {
  type CertificateFile,
  type CertificatesContext,
  lookUpCertificate,
  readCertificate,
  readProof,
  readRawFile,
} from './certificates.service.ts';

const nameOf = ({ taskNumber }: CertificateFile, revision: number | undefined) =>
  revision === undefined ? `coa-${taskNumber}` : `coa-${taskNumber}-r${revision}`;

/** Routes for certificates and their proofs. */
export function certificatesRoutes({ config }: Platform, certificates: CertificatesContext) {
  return newRoutes()
    .openapi(route.getTestCertificate, async (c) => {
      const { revision } = c.req.valid('query');
      const file = unwrap(
        await readCertificate(certificates, c.get('viewer'), c.req.valid('param').id, revision),
      );
      c.set('viewed', file.viewed);
      return answerFile(c, file, `attachment; filename="${nameOf(file, revision)}.pdf"`);
    })
    .openapi(route.getCoa, async (c) => {
      const { revision } = c.req.valid('query');
      const file = unwrap(
        await readCertificate(certificates, c.get('viewer'), c.req.valid('param').id, revision),
      );
      c.set('viewed', file.viewed);
      return answerFile(c, file, `inline; filename="${nameOf(file, revision)}.pdf"`);
    })
    .openapi(route.getCertificateProof, async (c) => {
      const { id } = c.req.valid('param');
      const proof = unwrap(await readProof(certificates, c.get('viewer'), id, c.req.valid('query').revision));
      c.set('viewed', proof.viewed);
      return c.body(proof.text, 200, {
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Disposition': `attachment; filename="coa-${proof.taskNumber}-r${proof.revision}.tlog-proof"`,
        // The proof changes with the log, and says whose certificate it is.
        'Cache-Control': 'no-store',
      });
    })
    .openapi(route.getRawFile, async (c) => {
      const { id, sha256 } = c.req.valid('param');
      const file = unwrap(await readRawFile(certificates, id, sha256.toLowerCase()));
      return answerFile(c, file, downloadAs(file.fileName));
    })
    .openapi(route.getCertificateRecord, async (c) => {
      c.header('Cache-Control', 'no-store');
      const address = clientAddress(c, config.trustProxy);
      const record = await lookUpCertificate(
        certificates,
        c.req.valid('param').sha256.toLowerCase(),
        address,
      );
      return c.json({ data: unwrap(record) }, 200);
    });
}

/** The JSON Schema of result.json, for programs that read the file attached to a certificate. */
export function certificateSchemaRoute(platform: Platform): Hono<ApiEnv> {
  return new Hono<ApiEnv>().get(CERTIFICATE_SCHEMA_PATH, publicAnswer(platform), (c) => {
    const schema = certificateSchema(platform.publicUrl() + CERTIFICATE_SCHEMA_PATH);
    return c.body(`${JSON.stringify(schema, null, 2)}\n`, 200, {
      'Content-Type': 'application/schema+json',
      ...FOR_OTHER_SITES,
    });
  });
}
