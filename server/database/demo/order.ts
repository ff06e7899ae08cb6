import type { PaymentMethod } from '@vialproof/contract/payment-methods';
import type { MeasurementInput } from '@vialproof/contract/results';
import type { TraceOptions } from '@vialproof/science/chromatography/synthetic-trace';

export type DemoResult = {
  title: string;
  summary: string;
  /**
   * From the main peak's share in %, as integrated by the server, 0 without a main peak or trace; and from the shares
   * of the other injections.
   */
  measurements: (percent: number, others?: readonly number[]) => MeasurementInput[];
  trace: TraceOptions | null;
  /** Number of injections of the sample; default 1. */
  injections?: number;
  /** The detector's wavelength; default 214 nm. */
  nm?: number;
};

/** The content of an order, identified by batch and notes together. */
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

/** An order with a published result, and its later state. */
export type FinishedTest = DemoOrder &
  (
    | { ends: 'complete'; result: DemoResult }
    | { ends: 'amended'; result: DemoResult; amendment: { reason: string; result: DemoResult } }
    | { ends: 'retracted'; result: DemoResult; reason: string }
  );

/** An order in progress, or one that stopped early. */
type OpenTest = DemoOrder &
  (
    | { ends: 'draft' | 'pending_payment' | 'awaiting_sample' | 'cancelled' | 'received' | 'withheld' }
    | { ends: 'in_review'; result: DemoResult }
  );

/** Days before the installation's first start on which it reached its present state; may be fractional. */
export type DemoTest = (FinishedTest | OpenTest) & {
  daysAgo: number;
  /** For a paid showcase: the day on which its week was bought, counted in the same way. */
  displayedDaysAgo?: number;
};
