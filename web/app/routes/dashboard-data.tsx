import { MyData } from '../features/dashboard/security/my-data';
import type { PageHandle } from '../lib/page-handle';
import { signedInMeta } from '../lib/page-meta';

export const handle: PageHandle = { query: [] };

export const meta = signedInMeta('Your data');

export default MyData;
