import type { Role } from '@vialproof/contract/accounts';

/** What each role may do, from few permissions to many. */
export const roles: { value: Role; name: string; may: string }[] = [
  { value: 'customer', name: 'Customer', may: 'No access to the laboratory.' },
  { value: 'analyst', name: 'Analyst', may: 'Queue, intake, results and chromatograms.' },
  { value: 'reviewer', name: 'Reviewer', may: 'Everything an analyst may, and publishing.' },
  {
    value: 'admin',
    name: 'Admin',
    may: 'Everything, and catalog, refunds, staff and logs.',
  },
];

export function roleName(role: Role): string {
  return roles.find(({ value }) => value === role)?.name ?? role;
}
