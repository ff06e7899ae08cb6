import type { AreaPage } from '../lib/area';

/** Every page under /lab. */
export const pages: AreaPage[] = [
  { path: '/lab', title: 'Laboratory', file: () => import('./queue/queue') },
  { path: '/lab/requests/:id', title: 'Sample', file: () => import('./requests/request') },
];
