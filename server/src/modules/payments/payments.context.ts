import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Invoices } from '../invoices/invoices.service.ts';
import type { Ledger } from '../ledger/ledger.service.ts';

export type PaymentsContext = { platform: Platform; accounts: Accounts; ledger: Ledger; invoices: Invoices };
