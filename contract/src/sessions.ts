import { z } from 'zod';
import { Id, Instant } from './primitives.ts';

/** `device` is a sentence fit to show, such as 'Firefox on Linux'; `device_kind` picks the picture. */
export const Device = z.object({
  device: z.string(),
  device_kind: z.enum(['desktop', 'phone', 'tablet', 'unknown']),
});
export type Device = z.infer<typeof Device>;

export const SessionEntry = Device.extend({
  id: Id,
  created_at: Instant,
  last_used_at: Instant,
  /** The network address it was last used from; null when not known. */
  address: z.string().nullable(),
  /** The session that asks. */
  current: z.boolean(),
}).meta({ id: 'SessionEntry' });
export type SessionEntry = z.infer<typeof SessionEntry>;
