import * as route from '@vialproof/contract/payments-staff.routes';
import { newRoutes, requireViewer } from '../../platform/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Ledger } from './ledger.service.ts';

/** What admins ask of the whole ledger. */
export function ledgerStaffRoutes(ledger: Ledger) {
  return newRoutes()
    .openapi(route.getLedgerReport, async (c) =>
      c.json({ data: unwrap(await ledger.latestReport(requireViewer(c))) }, 200),
    )
    .openapi(route.runLedgerCheck, async (c) =>
      c.json({ data: unwrap(await ledger.checkFor(requireViewer(c))) }, 200),
    );
}
