import { MyData } from '../features/dashboard/security/my-data';
import { signedInMeta } from '../lib/page-meta';

export const meta = signedInMeta('Your data');

export default MyData;
