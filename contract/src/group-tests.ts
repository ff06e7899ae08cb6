import { z } from 'zod';
import { PaymentStatus } from './checkout.ts';
import { RequestStatus } from './orders.ts';
import { Cents, Id, Instant, optionalLine, optionalText, requiredLine, text } from './primitives.ts';
import { reasonAt } from './reason-fields.ts';

export const GROUP_CATEGORIES = ['open', 'last', 'suspended', 'progress', 'completed'] as const;
export const GroupCategory = z.enum(GROUP_CATEGORIES);
export type GroupCategory = z.infer<typeof GroupCategory>;

/** `last_moment`: an open group with less than 48 hours to its deadline. */
export const GroupStatus = z.enum(['open', 'last_moment', 'suspended', 'progress', 'complete', 'cancelled']);
export type GroupStatus = z.infer<typeof GroupStatus>;

export const GroupPhase = z.enum(['collecting', 'testing']);
export type GroupPhase = z.infer<typeof GroupPhase>;

export const MAX_SEATS = 200;
/** No part of the costs can be higher. This finds typing errors. */
const MAX_PART_CENTS = 10_000_000;
const Part = Cents.max(MAX_PART_CENTS);
const Seats = z.int().min(1).max(MAX_SEATS);

export const GroupTest = z
  .object({
    id: Id,
    title: z.string(),
    description: z.string(),
    /** The path of the test in the price list. */
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
    /** After the shares are fixed: the highest price for a member who did not agree to pay more. */
    final_cost_per_user_cents: Cents.nullable(),
    cost_cents: Cents,
    cost_at_min_cents: Cents,
    cost_at_target_cents: Cents,
    organizer: z.string(),
    organizer_is_staff: z.boolean(),
    created_at: Instant,
    locked_at: Instant.nullable(),
    /** Until this time members may pay for missing members, or a person may take a free share. */
    suspended_until: Instant.nullable(),
    /** Free shares that any person may take, with their prices. */
    open_shares: z.array(z.object({ amount_cents: Cents })),
    /** The id of the group's test once it is ordered, if the group is public (GET /api/tests/{id}). */
    request_id: Id.nullable(),
  })
  .meta({ id: 'GroupTest' });
export type GroupTest = z.infer<typeof GroupTest>;

export const GroupMember = z
  .object({
    display_name: z.string(),
    /** Whether the person works for the laboratory, by the account's present role. */
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
    is_sender: z.boolean(),
    /** What happened to the offer to send the vial. Null while the organizer can still decide. */
    outcome: z.enum(['sent', 'not_needed']).nullable(),
  })
  .meta({ id: 'GroupVolunteer' });
export type GroupVolunteer = z.infer<typeof GroupVolunteer>;

export const ShareStatus = z.enum(['open', 'due', 'paid', 'dropped', 'refunded']);
export type ShareStatus = z.infer<typeof ShareStatus>;

/** The payment of a share: the one with money, otherwise the latest. */
const SharePayment = z.object({
  /** `underpaid`: too little money arrived, and an admin must decide. Null before the first attempt. */
  payment_status: PaymentStatus.nullable(),
  /** The received money minus refunds, in cents of `received_currency`. */
  received_cents: Cents,
  received_currency: z.string().nullable(),
});
export type SharePayment = z.infer<typeof SharePayment>;

export const ViewerShare = z.object({
  /** The id of the share, which POST /api/checkout takes as `request_id`. */
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
    /** The viewer's oldest unpaid share; if all are paid, the newest share. */
    share: ViewerShare.nullable(),
    shares: z.array(ViewerShare),
    /**
     * `most_cents`: the highest price that this person would pay after agreeing now. `agreed_cents`: the price to which
     * the person agreed. Absent if no money is missing.
     */
    gap: z.object({ most_cents: Cents, agreed_cents: Cents.nullable() }).nullable(),
    /** The test request of the group, for people who may read it. */
    request: z
      .object({
        id: Id,
        task_number: z.int(),
        status: RequestStatus,
        unique_key: z.string().nullable(),
        sample_tracking_number: z.string().nullable(),
      })
      .nullable(),
    /** The description of the sample, which the organizer may still edit. */
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
    /** What this person may do now. */
    may: z.object({
      join: z.boolean(),
      leave: z.boolean(),
      agree: z.boolean(),
      /** Whether an offer to send the vial can still change something. Once the shares are fixed, only for members. */
      volunteer: z.boolean(),
      finalise: z.boolean(),
      cancel: z.boolean(),
      message: z.boolean(),
      /** Accept or refuse the people who offer to send the vial. */
      decide: z.boolean(),
      /** Enter the tracking number of the parcel with the vial. */
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
    /** The group as the signed-in reader sees it; absent for readers who are not signed in. */
    viewer: GroupViewer.optional(),
    /** The events of the group, newest first; people appear only by display name. */
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

/** The payment of each member, and every movement of money; for members, the organizer and admins. */
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
    /** The money that the sender of the vial gets for shipping and vial. Null before the sample arrives. */
    payout: z
      .object({
        display_name: z.string(),
        is_staff: z.boolean(),
        amount_cents: Cents,
        paid_at: Instant.nullable(),
        /** Before this time, paying the sender needs a reason. Null: no reason is needed. */
        payable_from: Instant.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'GroupAccounts' });
export type GroupAccounts = z.infer<typeof GroupAccounts>;

const MIN_SHARE_CENTS = 100;

/** The form of a new group. */
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
  /** The price that the page showed; the server does not charge more. */
  amount_cents: Cents.optional(),
});
export type JoinBody = z.output<typeof JoinBody>;
export const VolunteerBody = z.object({ note: text(1000).default('') });
export const DecideVolunteerBody = z.object({
  status: z.enum(['approved', 'rejected']),
  /** True: approves this person as the sender of the vial. */
  sender: z.boolean().optional(),
});
/** `release`: an admin pays the sender before the waiting time has ended, with a reason. */
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
