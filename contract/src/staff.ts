import { z } from 'zod';
import { Role } from './accounts.ts';
import { Id, Instant } from './primitives.ts';

/** An account as admins see it when assigning roles. */
export const StaffMember = z
  .object({
    id: Id,
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    display_name: z.string(),
    role: Role,
    /** Whether the account has a second factor: an authenticator app or a passkey. */
    has_second_factor: z.boolean(),
    /** When one of the person's sessions was last used; null if never. */
    last_used_at: Instant.nullable(),
  })
  .meta({ id: 'StaffMember' });
export type StaffMember = z.infer<typeof StaffMember>;

export const FindPersonQuery = z.object({ email: z.string().trim().min(1).max(254) });
/** The role 'customer' takes the staff rights away. */
export const RoleBody = z.object({ role: Role });
