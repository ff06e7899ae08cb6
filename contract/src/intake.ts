import { z } from 'zod';
import { IntakeBody } from './lab.ts';
import { RequestStatus } from './orders.ts';
import { Id, Instant } from './primitives.ts';
import { reasonAt } from './reason-fields.ts';
import { MOST_BOXES, RedactionBox } from './redaction.ts';

/** The largest number of vials that one call can receive. */
export const MOST_VIALS = 100;

/** A scanned vial before it is received: what it should contain, and why it would be refused. */
export const ExpectedSample = z
  .object({
    request_id: Id,
    task_number: z.int(),
    sku_name: z.string(),
    sample_requirement: z.string(),
    compound_name: z.string().nullable(),
    dosage_text: z.string().nullable(),
    manufacturer: z.string().nullable(),
    batch_code: z.string().nullable(),
    status: RequestStatus,
    /** Null: the laboratory expects the vial. */
    why_not: z.enum(['not_paid', 'already_received', 'complete', 'cancelled', 'own_order']).nullable(),
  })
  .meta({ id: 'ExpectedSample' });
export type ExpectedSample = z.infer<typeof ExpectedSample>;

/** One vial of a parcel. `item_id` comes from the client; the same id is never handled twice. */
export const ParcelItem = IntakeBody.extend({
  item_id: Id,
  task_number: z.int().min(1).max(999_999_999_999_999),
});
export type ParcelItem = z.infer<typeof ParcelItem>;
export const ParcelBody = z.object({
  items: z
    .array(ParcelItem)
    .min(1, 'Scan a vial first.')
    .max(MOST_VIALS, `A parcel has at most ${MOST_VIALS} vials.`)
    .refine(
      (items) => new Set(items.map(({ item_id }) => item_id)).size === items.length,
      'Each vial has an item_id of its own.',
    ),
});

export const ParcelOutcome = z
  .object({
    item_id: Id,
    task_number: z.int(),
    outcome: z.enum(['received', 'refused', 'not_taken']),
    /** True if the vial was handled before, because the same parcel was sent twice. */
    repeated: z.boolean(),
    /** Only for a refused vial: the code of the reason and its sentence. */
    code: z.string().nullable(),
    detail: z.string().nullable(),
  })
  .meta({ id: 'ParcelOutcome' });
export type ParcelOutcome = z.infer<typeof ParcelOutcome>;
export const ParcelAnswer = z.object({ items: z.array(ParcelOutcome), at: Instant });

/** The task numbers whose labels are printed, separated by commas. */
export const LabelsQuery = z.object({
  tasks: z
    .string()
    .max(1600)
    .transform((list) => [...new Set(list.split(',').filter(Boolean))])
    .pipe(
      z
        .array(z.string().regex(/^\d{1,15}$/, 'A task number is a whole number.'))
        .min(1, 'Name a task number.')
        .max(MOST_VIALS, `At most ${MOST_VIALS} labels at a time.`),
    ),
});

/** The reason is in the query, because the body is a file. */
export const PhotoReasonQuery = z.object({ reason: reasonAt('photo') });

export const RedactionBody = z.object({
  boxes: z
    .array(RedactionBox)
    .min(1, 'Draw at least one box.')
    .max(MOST_BOXES, `At most ${MOST_BOXES} boxes.`),
  reason: reasonAt('redaction'),
});
export type RedactionBody = z.infer<typeof RedactionBody>;
