import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Catalog } from '../catalog/catalog.service.ts';

export type MethodsContext = { platform: Platform; accounts: Accounts; catalog: Catalog };
