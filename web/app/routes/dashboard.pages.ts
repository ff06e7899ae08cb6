import type { AreaPage } from '../lib/area';

/** Every page under /dashboard. */
export const pages: AreaPage[] = [
  { path: '/dashboard', title: 'Dashboard', file: () => import('./dashboard-overview') },
  { path: '/dashboard/tests', title: 'My Tests', file: () => import('./dashboard-tests') },
  { path: '/dashboard/tests/:id', title: 'My test', file: () => import('./dashboard-test') },
  { path: '/dashboard/profile', title: 'Profile', file: () => import('./dashboard-profile') },
  { path: '/dashboard/billing', title: 'Billing', file: () => import('./dashboard-billing') },
];
