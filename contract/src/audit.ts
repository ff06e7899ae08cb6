import { z } from 'zod';
import { Role } from './accounts.ts';
import { Id, Instant, queryNumber, SearchText } from './primitives.ts';

/** One line of the audit log: actor, action, subject and details. */
export const AuditEntry = z
  .object({
    id: z.int(),
    at: Instant,
    /** Null if the system acted by itself. */
    actor: z
      .object({
        id: Id,
        /** Null if the account was deleted. */
        person: z.object({ display_name: z.string(), email: z.string(), role: Role }).nullable(),
      })
      .nullable(),
    /** The action, by kind of subject: sku.changed, request.viewed, payment.refund_requested. */
    action: z.string(),
    subject: z.object({
      kind: z.string(),
      id: Id,
      /** The subject's name for people (task number, name of a test, e-mail address); null if it has none. */
      label: z.string().nullable(),
    }),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

/**
 * `actor`: part of a name or an e-mail address, an id, or `system`. `action`: the whole word, or its beginning up to a
 * dot. `subject`: a task number, which also finds its payments, or an id. From `from`, before `to`. `before`: the page
 * has only entries below this id.
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

/** `next` is the `before` of the next page; null at the end of the log. */
export const AuditPage = z
  .object({ data: z.array(AuditEntry), next: z.int().nullable() })
  .meta({ id: 'AuditPage' });
export type AuditPage = z.infer<typeof AuditPage>;
