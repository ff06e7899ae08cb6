import { ProfileForm } from '../features/dashboard/profile-form';
import { profileQuery } from '../features/dashboard/queries';
import type { PageHandle } from '../lib/page-handle';
import { signedInMeta } from '../lib/page-meta';
import { loadInBrowser } from '../lib/query-client';

export const handle: PageHandle = { query: [] };

export const clientLoader = () => loadInBrowser((queries) => [queries.prefetchQuery(profileQuery)]);

export const meta = signedInMeta('Profile');

export default ProfileForm;
