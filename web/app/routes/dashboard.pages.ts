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
  { path: '/dashboard/parcels/:id', title: 'Parcel', file: () => import('./dashboard-parcel') },
  { path: '/dashboard/profile', title: 'Profile', file: () => import('./dashboard-profile') },
  { path: '/dashboard/profile/security', title: 'Security', file: () => import('./dashboard-security') },
  {
    path: '/dashboard/profile/password',
    title: 'Change password',
    file: () => import('./dashboard-password'),
  },
  { path: '/dashboard/profile/email', title: 'Change email', file: () => import('./dashboard-email') },
  {
    path: '/dashboard/profile/second-factor',
    title: 'Two-step sign-in',
    file: () => import('./dashboard-second-factor'),
  },
  { path: '/dashboard/profile/activity', title: 'Activity', file: () => import('./dashboard-activity') },
  { path: '/dashboard/profile/data', title: 'Your data', file: () => import('./dashboard-data') },
  { path: '/dashboard/billing', title: 'Billing', file: () => import('./dashboard-billing') },
  { path: '/dashboard/billing/:id/invoice', title: 'Invoice', file: () => import('./dashboard-invoice') },
  { path: '/dashboard/billing/:id/receipt', title: 'Receipt', file: () => import('./dashboard-receipt') },
];
