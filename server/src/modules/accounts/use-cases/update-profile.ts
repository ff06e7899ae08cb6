import type { Profile, ProfileBody } from '@vialproof/contract/accounts';
import type { z } from 'zod';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { presentProfile } from '../accounts.presenter.ts';
import { selectUser } from '../accounts.queries.ts';
import * as store from '../accounts.store.ts';
import { soundsLikeStaff } from '../rules/display-names.ts';

const NAME_OF_STAFF = 'Please choose another name. This one could be taken for the laboratory’s own people.';

/** Changes the profile. Refusal: `invalid_fields` for a new display name that looks like staff. */
export async function updateProfile(
  ctx: AccountsContext,
  id: string,
  input: z.output<typeof ProfileBody>,
): Promise<Profile | Refusal> {
  const { db, clock, config } = ctx.platform;
  const before = await selectUser(ctx, id);
  const isNewName = input.display_name !== before.displayName;
  if (isNewName && soundsLikeStaff(input.display_name, config.brandName)) {
    return refuse('invalid_fields', NAME_OF_STAFF, {
      errors: [{ path: 'display_name', message: NAME_OF_STAFF }],
    });
  }
  const profile = {
    displayName: input.display_name,
    company: input.company,
    phone: input.phone,
    marketingOptIn: input.marketing_opt_in,
  };
  const user = await store.updateProfile(db.orm, id, profile, clock.now());
  if (!user) throw new Error(`there is no account ${id}`);
  return presentProfile(user);
}
