import { z } from 'zod';
import { IssuedCertificate, RawFile } from './certificates.ts';
import { PaymentStatus } from './checkout.ts';
import { PAYMENT_METHODS } from './payment-methods.ts';
import {
  Cents,
  Id,
  Instant,
  LongPageQuery,
  line,
  optionalLine,
  optionalText,
  SearchText,
  Visibility,
} from './primitives.ts';
import { MyRegistration } from './registrations.ts';
import { SamplePhoto } from './result-files.ts';
import { Result } from './results.ts';
import { Retraction } from './revision-notes.ts';
import { SAMPLE_REJECTIONS } from './sample-rejection.ts';
import { OpenSample } from './turnaround.ts';

/** The states of a test request in order. `cancelled` is an additional state outside this order. */
export const REQUEST_STATUSES = [
  'draft',
  'pending_payment',
  'paid',
  'awaiting_sample',
  'received',
  'complete',
  'cancelled',
] as const;
export const RequestStatus = z.enum(REQUEST_STATUSES);
export type RequestStatus = z.infer<typeof RequestStatus>;

export const CreateOrderBody = z.object({
  skuId: Id,
  quantity: z.literal(1, 'One test an order.'),
  paymentMethod: z.enum(PAYMENT_METHODS),
});

export const NewOrder = z.object({
  id: z.string(),
  task_number: z.int(),
  status: RequestStatus,
  base_price_cents: z.int(),
});
export type NewOrder = z.infer<typeof NewOrder>;

export const OrderDetailsBody = z.object({
  visibility: Visibility,
  /** The discount that the page showed, to compare it with the present one. */
  public_discount_percent: z.int().min(0).max(90).optional(),
  compound_name: optionalLine(200),
  dosage_text: optionalLine(200),
  manufacturer: optionalLine(200),
  batch_code: optionalLine(100),
  notes: optionalText(2000),
});
export type OrderDetails = z.infer<typeof OrderDetailsBody>;

export const TimelineEntry = z
  .object({
    status: RequestStatus,
    kind: z.string(),
    at: Instant,
    note: z.string().nullable(),
    /** Why the laboratory refused the sample. */
    reason: z.enum(SAMPLE_REJECTIONS).nullable(),
  })
  .meta({ id: 'TimelineEntry' });
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** A test request as its owner sees it. */
export const TestRequest = z
  .object({
    id: Id,
    task_number: z.int(),
    unique_key: z.string(),
    visibility: Visibility,
    status: RequestStatus,
    created_at: Instant,
    expires_at: Instant.nullable(),
    paid_at: Instant.nullable(),
    received_at: Instant.nullable(),
    /** The last day of the promised turnaround, in UTC; null before the sample arrives. */
    due_on: z.iso.date().nullable(),
    completed_at: Instant.nullable(),
    cancelled_at: Instant.nullable(),
    sample_tracking_number: z.string().nullable(),
    payment_method: z.enum(PAYMENT_METHODS),
    quantity: z.int(),
    price_cents: Cents,
    base_price_cents: Cents,
    final_price_cents: Cents,
    public_discount_percent: z.int(),
    compound_name: z.string().nullable(),
    dosage_text: z.string().nullable(),
    manufacturer: z.string().nullable(),
    batch_code: z.string().nullable(),
    notes: z.string().nullable(),
    /** The group whose members share the costs of this test. */
    group_test_id: Id.nullable(),
    /** `open`: readers with number and key see the values on a private test's certificate. */
    disclosure: z.object({ open: z.boolean(), since: Instant.nullable() }),
  })
  .meta({ id: 'TestRequest' });
export type TestRequest = z.infer<typeof TestRequest>;

/** The ordered test as the catalog describes it. */
export const RequestSku = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  sample_requirement: z.string(),
  tat_text: z.string(),
});
export type RequestSku = z.infer<typeof RequestSku>;

export const Order = TestRequest.extend({ sku: RequestSku, timeline: z.array(TimelineEntry) }).meta({
  id: 'Order',
});
export type Order = z.infer<typeof Order>;

export const OrderSummary = TestRequest.extend({ sku: RequestSku }).meta({ id: 'OrderSummary' });
export type OrderSummary = z.infer<typeof OrderSummary>;

/** Something that the person has to do: pay an order, pay a share, or send a vial. */
export const Need = z.object({
  kind: z.enum(['pay', 'share', 'ship']),
  /** The name of the test, or the title of the group. */
  name: z.string(),
  task_number: z.int().nullable(),
  /** Null for a share and for a group's vial, which have a group id instead. */
  order_id: Id.nullable(),
  group_id: Id.nullable(),
  /** The deadline of the order or of the share; null without a deadline. */
  until: Instant.nullable(),
});
export type Need = z.infer<typeof Need>;

export const Stats = z
  .object({
    needs: z.array(Need),
    active: z.int(),
    awaiting_payment: z.int(),
    complete: z.int(),
    recent: z.array(z.object({ id: Id, sku_name: z.string(), task_number: z.int(), status: RequestStatus })),
  })
  .meta({ id: 'Stats' });
export type Stats = z.infer<typeof Stats>;

export const MyTestsQuery = z.object({
  q: SearchText.optional(),
  status: z.union([RequestStatus, z.literal('')]).optional(),
  ...LongPageQuery,
});
export const MyTest = OrderSummary.extend({
  result: z.object({ title: z.string() }).nullable(),
}).meta({ id: 'MyTest' });
export type MyTest = z.infer<typeof MyTest>;

export const MyTestDetail = z
  .object({
    request: TestRequest.extend({ timeline: z.array(TimelineEntry) }),
    sku: RequestSku,
    result: Result.nullable(),
    /** The photos of the vial at its receipt, oldest first. */
    photos: z.array(SamplePhoto),
    /** Set if the laboratory has withdrawn the result and not replaced it. */
    retracted: Retraction.nullable(),
    /** All issued certificates, newest first. */
    certificates: z.array(IssuedCertificate),
    /** The files of the instrument that a reviewer released: the owner has published them, or may publish them. */
    raw_files: z.array(RawFile).optional(),
    /** Whether the log says that the test was public when its sample arrived, and what the owner can change. */
    registration: MyRegistration.optional(),
    /** The state of the latest attempt to pay; null without an attempt. */
    payment_status: PaymentStatus.nullable(),
    /** The link to the verification page, as text and as a QR code; null for an unpaid or cancelled order. */
    verify: z.object({ url: z.string(), qr_svg: z.string() }).nullable(),
    /** The name and address to which the customer sends the parcel. */
    ship_to: z.object({ name: z.string(), address: z.string() }),
    /** Whether the reader may enter the tracking number. For a group's sample only the sender and the organizer may. */
    may_track: z.boolean(),
    /** The person who sends the vial of a group; null for a test that belongs to no group. */
    sender: z.object({ display_name: z.string(), is_viewer: z.boolean() }).nullable(),
    /** Set while the sample is in the laboratory without a published result. */
    open_sample: OpenSample.nullable(),
  })
  .meta({ id: 'MyTestDetail' });
export type MyTestDetail = z.infer<typeof MyTestDetail>;

/** Labels for vial and parcel: pictures in print size, without the unique key. */
export const SampleLabels = z
  .object({
    task_number: z.int(),
    /** The label for the vial, with the task number as text, QR code and Code 128 barcode. */
    vial_label: z.object({ svg: z.string(), width_mm: z.number(), height_mm: z.number() }),
    /** A square QR code that contains only the task number. */
    qr_svg: z.string(),
    /** A Code 128 barcode that contains only the task number. */
    code128_svg: z.string(),
  })
  .meta({ id: 'SampleLabels' });
export type SampleLabels = z.infer<typeof SampleLabels>;

/** What a person needs to send a sample: the labels, what to pack, and the recipient. */
export const Parcel = SampleLabels.extend({
  sku_name: z.string(),
  sample_requirement: z.string(),
  ship_to: z.object({ name: z.string(), address: z.string() }),
  /** The group to which the vial belongs. */
  group_test_id: Id.nullable(),
  /** The tracking number of the parcel with the sample. */
  sample_tracking_number: z.string().nullable(),
  /** Whether the reader may enter the tracking number. */
  may_track: z.boolean(),
}).meta({ id: 'Parcel' });
export type Parcel = z.infer<typeof Parcel>;

export const DisclosureBody = z.object({ open: z.boolean() });
export const TrackingBody = z.object({ sample_tracking_number: line(100) });
