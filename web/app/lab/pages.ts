import type { AreaPage } from '../lib/area';

/** Every page under /lab. */
export const pages: AreaPage[] = [
  { path: '/lab', title: 'Laboratory', file: () => import('./queue/queue') },
  { path: '/lab/intake', title: 'Intake', file: () => import('./intake/parcel') },
  { path: '/lab/labels', title: 'Vial labels', file: () => import('./intake/labels') },
  { path: '/lab/requests/:id', title: 'Sample', file: () => import('./requests/request') },
  { path: '/lab/catalog', title: 'Catalog', file: () => import('./admin/catalog/catalog') },
  { path: '/lab/catalog/:id', title: 'Test', file: () => import('./admin/catalog/sku') },
  { path: '/lab/methods', title: 'Methods', file: () => import('./admin/methods/methods') },
  { path: '/lab/methods/:id', title: 'Template', file: () => import('./admin/methods/template') },
  { path: '/lab/payments', title: 'Payments', file: () => import('./admin/payments/payments') },
  { path: '/lab/payments/webhooks', title: 'Webhooks', file: () => import('./admin/payments/webhooks') },
  { path: '/lab/payments/webhooks/:id', title: 'Webhook', file: () => import('./admin/payments/webhook') },
  {
    path: '/lab/payments/ledger-check',
    title: 'Ledger check',
    file: () => import('./admin/payments/ledger-check'),
  },
  { path: '/lab/payments/ledger/:id', title: 'Ledger', file: () => import('./admin/payments/ledger') },
  { path: '/lab/payments/:id', title: 'Payment', file: () => import('./admin/payments/payment') },
  { path: '/lab/groups', title: 'Groups', file: () => import('./admin/groups/groups') },
  { path: '/lab/mails', title: 'Mails', file: () => import('./admin/mails/mails') },
  { path: '/lab/audit', title: 'Audit log', file: () => import('./admin/audit/audit') },
  { path: '/lab/staff', title: 'Staff', file: () => import('./staff/staff') },
  { path: '/lab/staff/security-log', title: 'Security log', file: () => import('./staff/security-log') },
];
