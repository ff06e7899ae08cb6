import { securityQuery } from '../data/account/queries';
import { PasswordForm } from '../features/dashboard/security/password-form';
import type { PageHandle } from '../lib/page-handle';
import { signedInMeta } from '../lib/page-meta';
import { loadInBrowser } from '../lib/query-client';

export const handle: PageHandle = { query: [] };

export const clientLoader = () => loadInBrowser((queries) => [queries.prefetchQuery(securityQuery)]);

export const meta = signedInMeta('Change password');

export default PasswordForm;
