import * as route from '@vialproof/contract/tests.routes';
import { newRoutes } from '../../platform/http.ts';
import { answerFile } from '../../platform/http-file.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Certificates } from './certificates.service.ts';

/** The certificate, to keep and to look at. */
export function certificatesRoutes(certificates: Certificates) {
  return newRoutes()
    .openapi(route.getTestCertificate, async (c) => {
      const file = unwrap(await certificates.read(c.get('viewer'), c.req.valid('param').id));
      return answerFile(c, file, `attachment; filename="coa-${file.taskNumber}.pdf"`);
    })
    .openapi(route.getCoa, async (c) => {
      const file = unwrap(await certificates.read(c.get('viewer'), c.req.valid('param').id));
      return answerFile(c, file, `inline; filename="coa-${file.taskNumber}.pdf"`);
    });
}
