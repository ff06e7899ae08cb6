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

/** The states of a test request in order; `cancelled` is possible besides them. */
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
  /** The discount shown on the page; only for comparison. */
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
    /** The reason for refusing a sample. */
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
    /** The last day of the turnaround promise, UTC; known from receipt on. */
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
    /** The group that shares this test; its members paid shares of the price. */
    group_test_id: Id.nullable(),
    /** Whether any holder of number and key sees the content of a private test's certificate, and since when. */
    disclosure: z.object({ open: z.boolean(), since: Instant.nullable() }),
  })
  .meta({ id: 'TestRequest' });
export type TestRequest = z.infer<typeof TestRequest>;

/** The ordered test, as in the catalog. */
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

/** An open action of the person: an order to pay, a share of a group to pay, a vial to send. */
export const Need = z.object({
  kind: z.enum(['pay', 'share', 'ship']),
  /** The test's name, or the group's title. */
  name: z.string(),
  task_number: z.int().nullable(),
  /** A share, and a vial for a group, have a group id; others an order id. */
  order_id: Id.nullable(),
  group_id: Id.nullable(),
  /** The deadline of the order, or of the share; null without one. */
  until: Instant.nullable(),
});
export type Need = z.infer<typeof Need>;

export const Stats = z
  .object({
    /** Most urgent first, at most 20. */
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
    /** Photos of the vial at intake, oldest first. */
    photos: z.array(SamplePhoto),
    /** Set if the result was retracted and not replaced. */
    retracted: Retraction.nullable(),
    /** All issued certificates, newest first. */
    certificates: z.array(IssuedCertificate),
    /** The instrument files released by a reviewer: published, or ready for the owner to publish. */
    raw_files: z.array(RawFile).optional(),
    /** The registration in the public log at intake, and what can still be changed. */
    registration: MyRegistration.optional(),
    /** State of the latest payment attempt; null without one. */
    payment_status: PaymentStatus.nullable(),
    /** Link to the verification, as text and as a QR code (SVG); null before payment and after a cancellation. */
    verify: z.object({ url: z.string(), qr_svg: z.string() }).nullable(),
    /** Recipient of the parcel. */
    ship_to: z.object({ name: z.string(), address: z.string() }),
    /** Whether the reader may enter the tracking number: for a group's sample only its sender and the organizer. */
    may_track: z.boolean(),
    /** Set while the received sample waits for its first result. */
    open_sample: OpenSample.nullable(),
  })
  .meta({ id: 'MyTestDetail' });
export type MyTestDetail = z.infer<typeof MyTestDetail>;

/** Labels for the vial and the parcel: drawings in print size, without the unique key. */
export const SampleLabels = z
  .object({
    task_number: z.int(),
    /** For the vial: task number as text, QR code and Code 128. An SVG of the stated size. */
    vial_label: z.object({ svg: z.string(), width_mm: z.number(), height_mm: z.number() }),
    /** Only the task number, square. */
    qr_svg: z.string(),
    /** Only the task number, as Code 128. */
    code128_svg: z.string(),
  })
  .meta({ id: 'SampleLabels' });
export type SampleLabels = z.infer<typeof SampleLabels>;

/** Everything for sending a sample: the labels, what to pack, and the recipient. */
export const Parcel = SampleLabels.extend({
  sku_name: z.string(),
  sample_requirement: z.string(),
  ship_to: z.object({ name: z.string(), address: z.string() }),
  /** The group of the vial. */
  group_test_id: Id.nullable(),
  /** The parcel's tracking number. */
  sample_tracking_number: z.string().nullable(),
  /** Whether the reader may enter that number. */
  may_track: z.boolean(),
}).meta({ id: 'Parcel' });
export type Parcel = z.infer<typeof Parcel>;

export const DisclosureBody = z.object({ open: z.boolean() });
export const TrackingBody = z.object({ sample_tracking_number: line(100) });
