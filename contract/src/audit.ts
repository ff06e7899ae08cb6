import { z } from 'zod';
import { Role } from './accounts.ts';
import { Id, Instant, queryNumber, SearchText } from './primitives.ts';

/** One line of the audit log: who did what to which thing, and with what. */
export const AuditEntry = z
  .object({
    id: z.int(),
    at: Instant,
    /** Null when the system did it by itself. */
    actor: z
      .object({
        id: Id,
        /** Null when the account is gone. */
        person: z.object({ display_name: z.string(), email: z.string(), role: Role }).nullable(),
      })
      .nullable(),
    /** What was done, by kind of thing: sku.changed, request.viewed, payment.refund_requested. */
    action: z.string(),
    subject: z.object({
      kind: z.string(),
      id: Id,
      /** What people call it (task number, name of a test, e-mail address); null when it has no such name. */
      label: z.string().nullable(),
    }),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

/**
 * `actor`: part of a name or an e-mail address, an id, or `system`. `action`: the whole word, or its beginning up to a
 * dot. `subject`: a task number, which finds its payments too, or an id. From `from`, before `to`. `before`: the id that
 * the page begins below.
 */
export const AuditQuery = z.object({
  actor: SearchText.optional(),
  action: z
    .string()
    .regex(/^[a-z_]+(\.[a-z_]+)?$/)
    .max(80)
    .optional(),
  subject: SearchText.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
  before: queryNumber(1, Number.MAX_SAFE_INTEGER).optional(),
  limit: queryNumber(1, 100).default(50),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** `next` is the `before` of the following page; null at the end of the log. */
export const AuditPage = z
  .object({ data: z.array(AuditEntry), next: z.int().nullable() })
  .meta({ id: 'AuditPage' });
export type AuditPage = z.infer<typeof AuditPage>;
