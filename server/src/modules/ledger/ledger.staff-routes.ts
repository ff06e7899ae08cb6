import * as route from '@vialproof/contract/payments-staff.routes';
import { newRoutes } from '../../platform/http/http.ts';
import { checkLedger, type LedgerContext, latestReport } from './ledger.service.ts';

/** Routes for admins about the whole ledger. */
export function ledgerStaffRoutes(ledger: LedgerContext) {
  return newRoutes()
    .openapi(route.getLedgerReport, async (c) => c.json({ data: await latestReport(ledger) }, 200))
    .openapi(route.runLedgerCheck, async (c) => c.json({ data: await checkLedger(ledger) }, 200));
}
