import { z } from 'zod';
import { Role } from './accounts.ts';
import { Id, Instant, queryNumber, SearchText } from './primitives.ts';

/** One line of the audit log: who did what, to what, with details. */
export const AuditEntry = z
  .object({
    id: z.int(),
    at: Instant,
    /** Null if the system acted without a person. */
    actor: z
      .object({
        id: Id,
        /** Null if the person's account was deleted. */
        person: z.object({ display_name: z.string(), email: z.string(), role: Role }).nullable(),
      })
      .nullable(),
    /**
     * The action in two parts, the kind of object and what was done: sku.changed, request.viewed,
     * payment.refund_requested.
     */
    action: z.string(),
    subject: z.object({
      kind: z.string(),
      id: Id,
      /**
       * The name of the object for people: a task number, a test's name or an e-mail address. Null if the object has no
       * name.
       */
      label: z.string().nullable(),
    }),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

/**
 * `actor`: a part of a name or e-mail address, an id, or `system`. `action`: the whole action, or the part before a
 * dot. `subject`: an id or a task number. `from` and `to` limit the time. `before`: only entries with a lower id.
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

/** `next` is the value of `before` for the next page; null on the last page. */
export const AuditPage = z
  .object({ data: z.array(AuditEntry), next: z.int().nullable() })
  .meta({ id: 'AuditPage' });
export type AuditPage = z.infer<typeof AuditPage>;
