import type { AreaPage } from '../lib/area';

/** Every page under /lab. */
export const pages: AreaPage[] = [
  { path: '/lab', title: 'Laboratory', file: () => import('./queue/queue') },
  { path: '/lab/requests/:id', title: 'Sample', file: () => import('./requests/request') },
  { path: '/lab/catalog', title: 'Catalog', file: () => import('./admin/catalog/catalog') },
  { path: '/lab/catalog/:id', title: 'Test', file: () => import('./admin/catalog/sku') },
  { path: '/lab/audit', title: 'Audit log', file: () => import('./admin/audit/audit') },
];
