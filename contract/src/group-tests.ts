import { z } from 'zod';
import { PaymentStatus } from './checkout.ts';
import { RequestStatus } from './orders.ts';
import { Cents, Id, Instant, optionalLine, optionalText, requiredLine, text } from './primitives.ts';
import { reasonAt } from './reason-fields.ts';

export const GROUP_CATEGORIES = ['open', 'last', 'suspended', 'progress', 'completed'] as const;
export const GroupCategory = z.enum(GROUP_CATEGORIES);
export type GroupCategory = z.infer<typeof GroupCategory>;

/** `last_moment` is an open group whose deadline is within 48 hours; for `progress` see `phase`. */
export const GroupStatus = z.enum(['open', 'last_moment', 'suspended', 'progress', 'complete', 'cancelled']);
export type GroupStatus = z.infer<typeof GroupStatus>;

export const GroupPhase = z.enum(['collecting', 'testing']);
export type GroupPhase = z.infer<typeof GroupPhase>;

export const MAX_SEATS = 200;
/** Maximum of one part of the cost, to catch typing errors. */
const MAX_PART_CENTS = 10_000_000;
const Part = Cents.max(MAX_PART_CENTS);
const Seats = z.int().min(1).max(MAX_SEATS);

export const GroupTest = z
  .object({
    id: Id,
    title: z.string(),
    description: z.string(),
    /** A catalog slug. */
    test_type: z.string(),
    sku_name: z.string(),
    deadline_at: Instant,
    min_participants: Seats,
    target_participants: Seats,
    est_test_cost_cents: Cents,
    est_shipping_cents: Cents,
    est_vial_cost_cents: Cents,
    is_public: z.boolean(),
    status: GroupStatus,
    phase: GroupPhase.nullable(),
    joined_count: z.int(),
    /** After the lock: the maximum price of a member who agreed to nothing. */
    final_cost_per_user_cents: Cents.nullable(),
    /** Test, shipping and vial. */
    cost_cents: Cents,
    cost_at_min_cents: Cents,
    cost_at_target_cents: Cents,
    organizer: z.string(),
    organizer_is_staff: z.boolean(),
    created_at: Instant,
    locked_at: Instant.nullable(),
    /** Until then members may cover a gap, or a person may take a dropped share. */
    suspended_until: Instant.nullable(),
    /** Shares at their frozen amount that any person may take. */
    open_shares: z.array(z.object({ amount_cents: Cents })),
    /** The public group's test, once ordered, as in GET /api/tests/{id}. */
    request_id: Id.nullable(),
  })
  .meta({ id: 'GroupTest' });
export type GroupTest = z.infer<typeof GroupTest>;

export const GroupMember = z
  .object({
    display_name: z.string(),
    /** A laboratory employee, by the account's current role. */
    is_staff: z.boolean(),
    status: z.enum(['joined', 'left']),
    agree_cover_gap: z.boolean(),
    is_organizer: z.boolean(),
    joined_at: Instant,
  })
  .meta({ id: 'GroupMember' });
export type GroupMember = z.infer<typeof GroupMember>;

export const VolunteerStatus = z.enum(['requested', 'approved', 'rejected']);
export type VolunteerStatus = z.infer<typeof VolunteerStatus>;

export const GroupVolunteer = z
  .object({
    id: Id,
    display_name: z.string(),
    is_staff: z.boolean(),
    note: z.string(),
    status: VolunteerStatus,
    /** The person who sends the vial. */
    is_sender: z.boolean(),
    /** The final outcome of the offer; null while it can still be decided. */
    outcome: z.enum(['sent', 'not_needed']).nullable(),
  })
  .meta({ id: 'GroupVolunteer' });
export type GroupVolunteer = z.infer<typeof GroupVolunteer>;

export const ShareStatus = z.enum(['open', 'due', 'paid', 'dropped', 'refunded']);
export type ShareStatus = z.infer<typeof ShareStatus>;

/** The payment of a share: the one with received or pending money, else the latest try. */
const SharePayment = z.object({
  /** `underpaid` waits for an admin; the share stays with its holder, no second payment. Null before the first try. */
  payment_status: PaymentStatus.nullable(),
  /** Received and not refunded, in cents of `received_currency`. */
  received_cents: Cents,
  received_currency: z.string().nullable(),
});
export type SharePayment = z.infer<typeof SharePayment>;

export const ViewerShare = z.object({
  /** The `request_id` for POST /api/checkout. */
  id: Id,
  amount_cents: Cents,
  status: ShareStatus,
  pay_by: Instant.nullable(),
  ...SharePayment.shape,
});
export type ViewerShare = z.infer<typeof ViewerShare>;

export const GroupViewer = z
  .object({
    is_member: z.boolean(),
    is_organizer: z.boolean(),
    is_admin: z.boolean(),
    is_sender: z.boolean(),
    volunteer: VolunteerStatus.nullable(),
    /** The oldest unpaid share, else the newest one. */
    share: ViewerShare.nullable(),
    shares: z.array(ViewerShare),
    /** The highest price that this person would pay by agreeing now, or agreed to. Absent without a gap. */
    gap: z.object({ most_cents: Cents, agreed_cents: Cents.nullable() }).nullable(),
    /** The test request, for its readers: the organizer, paid members, and the sender. */
    request: z
      .object({
        id: Id,
        task_number: z.int(),
        status: RequestStatus,
        unique_key: z.string().nullable(),
        sample_tracking_number: z.string().nullable(),
      })
      .nullable(),
    /** Details of the specimen that the organizer may still edit; absent before there is a request. */
    specimen: z
      .object({
        compound_name: z.string().nullable(),
        dosage_text: z.string().nullable(),
        manufacturer: z.string().nullable(),
        batch_code: z.string().nullable(),
        notes: z.string().nullable(),
        is_editable: z.boolean(),
      })
      .nullable(),
    /** The actions allowed to this person now. */
    may: z.object({
      join: z.boolean(),
      leave: z.boolean(),
      agree: z.boolean(),
      volunteer: z.boolean(),
      finalise: z.boolean(),
      cancel: z.boolean(),
      message: z.boolean(),
      /** Decide about volunteers' offers. */
      decide: z.boolean(),
      /** Enter the tracking number of the vial's parcel. */
      track: z.boolean(),
    }),
  })
  .meta({ id: 'GroupViewer' });
export type GroupViewer = z.infer<typeof GroupViewer>;

export const GroupDetail = z
  .object({
    test: GroupTest,
    members: z.array(GroupMember),
    volunteers: z.array(GroupVolunteer),
    /** Only for signed-in readers. */
    viewer: GroupViewer.optional(),
    /** Events, newest first; display names only. */
    events: z.array(
      z.object({
        at: Instant,
        kind: z.string(),
        display_name: z.string().nullable(),
        is_staff: z.boolean(),
        text: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'GroupDetail' });
export type GroupDetail = z.infer<typeof GroupDetail>;

/** Each member's payment, and every movement of money; for members, the organizer and admins. */
export const GroupAccounts = z
  .object({
    cost_cents: Cents,
    paid_cents: Cents,
    shares: z.array(
      z.object({
        seat: z.int(),
        display_name: z.string().nullable(),
        is_staff: z.boolean(),
        amount_cents: Cents,
        status: ShareStatus,
        pay_by: Instant.nullable(),
        is_yours: z.boolean(),
        ...SharePayment.shape,
      }),
    ),
    movements: z.array(
      z.object({
        at: Instant,
        kind: z.enum(['charge', 'refund', 'dispute', 'owed', 'payout']),
        display_name: z.string().nullable(),
        is_staff: z.boolean(),
        amount_cents: z.int(),
      }),
    ),
    /** Amount owed to the sender for shipping and vial; null before the sample is received. */
    payout: z
      .object({
        display_name: z.string(),
        is_staff: z.boolean(),
        amount_cents: Cents,
        paid_at: Instant.nullable(),
        /** From then on an admin may pay it out without a reason, earlier only with one; null: at any time. */
        payable_from: Instant.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'GroupAccounts' });
export type GroupAccounts = z.infer<typeof GroupAccounts>;

const MIN_SHARE_CENTS = 100;

/** The form of a new group; the server checks what depends on the catalog or the clock. */
export const CreateGroupBody = z
  .object({
    title: requiredLine(120, 'Please enter a title.'),
    description: text(4000).default(''),
    test_type: requiredLine(120, 'Please choose a test.'),
    deadline_at: z.iso.datetime({ offset: true, error: 'Please pick a deadline.' }),
    min_participants: Seats,
    target_participants: Seats.optional(),
    est_test_cost_cents: Part,
    est_shipping_cents: Part.default(0),
    est_vial_cost_cents: Part.default(0),
    is_public: z.boolean().default(true),
  })
  .transform((group) => ({
    ...group,
    target_participants: group.target_participants ?? group.min_participants,
  }))
  .superRefine((group, context) => {
    if (group.target_participants < group.min_participants) {
      context.addIssue({
        code: 'custom',
        path: ['target_participants'],
        message: 'The target cannot be below the minimum.',
      });
    }
    const cost = group.est_test_cost_cents + group.est_shipping_cents + group.est_vial_cost_cents;
    if (Math.floor(cost / group.target_participants) < MIN_SHARE_CENTS) {
      context.addIssue({
        code: 'custom',
        path: ['est_test_cost_cents'],
        message: 'Each share must come to at least $1.00.',
      });
    }
  });
export type CreateGroupBody = z.input<typeof CreateGroupBody>;
export type NewGroup = z.output<typeof CreateGroupBody>;

export const JoinBody = z.object({
  action: z.enum(['join', 'leave', 'agree']),
  /** The displayed price of covering the gap, or of an open share: a higher price is not accepted. */
  amount_cents: Cents.optional(),
});
export type JoinBody = z.output<typeof JoinBody>;
export const VolunteerBody = z.object({ note: text(1000).default('') });
export const DecideVolunteerBody = z.object({
  status: z.enum(['approved', 'rejected']),
  /** Approves this person as the sender of the vial. */
  sender: z.boolean().optional(),
});
/** `release`: pays out before the waiting time after the last card payment, with a reason. */
export const PayoutBody = z.object({
  release: z.object({ reason: reasonAt('payout') }).optional(),
});
export type PayoutBody = z.output<typeof PayoutBody>;
export const MessageBody = z.object({ text: text(2000).min(1, 'Please write a message.') });
export const SpecimenBody = z.object({
  compound_name: optionalLine(200),
  dosage_text: optionalLine(200),
  manufacturer: optionalLine(200),
  batch_code: optionalLine(100),
  notes: optionalText(2000),
});
export type Specimen = z.output<typeof SpecimenBody>;
