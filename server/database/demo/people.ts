import type { Role } from '@vialproof/contract/accounts';
import type { Modules } from '../../src/app/create-modules.ts';
import { accountExists, createVerifiedAccount } from '../../src/modules/accounts/accounts.service.ts';

/** The password of the demo people, who exist only outside production. */
export const DEMO_PASSWORD = 'Demo-pass-1';

type DemoPerson = { email: string; firstName: string; lastName: string; displayName: string; role: Role };

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    email: 'customer@demo.test',
    firstName: 'Demo',
    lastName: 'Customer',
    displayName: 'Demo customer',
    role: 'customer',
  },
  {
    email: 'second@demo.test',
    firstName: 'Second',
    lastName: 'Customer',
    displayName: 'Second customer',
    role: 'customer',
  },
  {
    email: 'analyst@demo.test',
    firstName: 'Demo',
    lastName: 'Analyst',
    displayName: 'Demo analyst',
    role: 'analyst',
  },
  {
    email: 'reviewer@demo.test',
    firstName: 'Demo',
    lastName: 'Reviewer',
    displayName: 'Demo reviewer',
    role: 'reviewer',
  },
  {
    email: 'admin@demo.test',
    firstName: 'Demo',
    lastName: 'Admin',
    displayName: 'Demo admin',
    role: 'admin',
  },
];

/** Creates the demo people who do not exist yet. */
export async function addDemoPeople({ accounts }: Modules): Promise<void> {
  for (const person of DEMO_PEOPLE) {
    if (await accountExists(accounts, person.email)) continue;
    await createVerifiedAccount(accounts, { ...person, password: DEMO_PASSWORD });
  }
}
