import type { PaymentMethod } from '@vialproof/contract/payment-methods';
import type { MeasurementInput } from '@vialproof/contract/results';
import type { TraceOptions } from '@vialproof/science/chromatography/synthetic-trace';

export type DemoResult = {
  title: string;
  summary: string;
  /**
   * By the main peak's share of the trace in %, as the server integrated it, 0 without a main peak or trace; and by those of the
   * other injections.
   */
  measurements: (percent: number, others?: readonly number[]) => MeasurementInput[];
  trace: TraceOptions | null;
  /** How many injections of the sample there are; one unless told. */
  injections?: number;
  /** What the detector is set to; 214 nm unless told. */
  nm?: number;
};

/** What somebody ordered. */
type DemoOrder = {
  by: 'customer' | 'second';
  sku: string;
  method: PaymentMethod;
  visibility: 'public' | 'private';
  compound: string;
  dosage: string;
  maker: string;
  batch: string;
  notes?: string;
};

/** An order whose result was published, and what became of it. */
export type FinishedTest = DemoOrder &
  (
    | { ends: 'complete'; result: DemoResult }
    | { ends: 'amended'; result: DemoResult; amendment: { reason: string; result: DemoResult } }
    | { ends: 'retracted'; result: DemoResult; reason: string }
  );

/** An order that is on its way, or never got far. */
type OpenTest = DemoOrder &
  (
    | { ends: 'draft' | 'pending_payment' | 'awaiting_sample' | 'cancelled' | 'received' | 'withheld' }
    | { ends: 'in_review'; result: DemoResult }
  );

/** Days before the installation's first start on which it came as far as it is now; the fraction counts. */
export type DemoTest = (FinishedTest | OpenTest) & {
  daysAgo: number;
  /** Of a result whose display is paid: on which of these days its week was bought. */
  displayedDaysAgo?: number;
};
