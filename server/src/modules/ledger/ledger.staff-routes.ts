import * as route from '@vialproof/contract/payments-staff.routes';
import { newRoutes } from '../../platform/http.ts';
import type { Ledger } from './ledger.service.ts';

/** What admins ask of the whole ledger. */
export function ledgerStaffRoutes(ledger: Ledger) {
  return newRoutes()
    .openapi(route.getLedgerReport, async (c) => c.json({ data: await ledger.latestReport() }, 200))
    .openapi(route.runLedgerCheck, async (c) => c.json({ data: await ledger.check() }, 200));
}
