import type { AreaPage } from '../lib/area';

/** Every page under /dashboard. */
export const pages: AreaPage[] = [
  { path: '/dashboard', title: 'Dashboard', file: () => import('./dashboard-overview') },
  { path: '/dashboard/tests', title: 'My Tests', file: () => import('./dashboard-tests') },
  { path: '/dashboard/tests/:id', title: 'My test', file: () => import('./dashboard-test') },
  {
    path: '/dashboard/tests/:id/packing-slip',
    title: 'Packing slip',
    file: () => import('./dashboard-packing-slip'),
  },
  { path: '/dashboard/tests/:id/label', title: 'Vial label', file: () => import('./dashboard-vial-label') },
  { path: '/dashboard/profile', title: 'Profile', file: () => import('./dashboard-profile') },
  { path: '/dashboard/billing', title: 'Billing', file: () => import('./dashboard-billing') },
  { path: '/dashboard/billing/:id/invoice', title: 'Invoice', file: () => import('./dashboard-invoice') },
  { path: '/dashboard/billing/:id/receipt', title: 'Receipt', file: () => import('./dashboard-receipt') },
];
