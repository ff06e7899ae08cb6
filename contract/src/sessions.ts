import { z } from 'zod';
import { Id, Instant } from './primitives.ts';

/** `device` is a text for display, such as 'Firefox on Linux'; `device_kind` selects the icon. */
export const Device = z.object({
  device: z.string(),
  device_kind: z.enum(['desktop', 'phone', 'tablet', 'unknown']),
});
export type Device = z.infer<typeof Device>;

export const SessionEntry = Device.extend({
  id: Id,
  created_at: Instant,
  last_used_at: Instant,
  /** The network address from which the session was last used; null if unknown. */
  address: z.string().nullable(),
  /** Whether the request was made with this session. */
  current: z.boolean(),
}).meta({ id: 'SessionEntry' });
export type SessionEntry = z.infer<typeof SessionEntry>;
