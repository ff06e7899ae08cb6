import type { PaymentMethod } from '@vialproof/contract/payment-methods';
import type { MeasurementInput } from '@vialproof/contract/results';
import type { TraceOptions } from '@vialproof/science/chromatography/synthetic-trace';

export type DemoResult = {
  title: string;
  summary: string;
  /**
   * The lines of the result. `percent` is the purity that the server computed from the chromatogram, and `others` are
   * the purities of other injections.
   */
  measurements: (percent: number, others?: readonly number[]) => MeasurementInput[];
  trace: TraceOptions | null;
  /** The number of injections of the sample; one by default. */
  injections?: number;
  /** The wavelength of the detector; 214 nm by default. */
  nm?: number;
};

/** What a customer ordered. */
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

/** An order whose result was published, and what happened to the result later. */
export type FinishedTest = DemoOrder &
  (
    | { ends: 'complete'; result: DemoResult }
    | { ends: 'amended'; result: DemoResult; amendment: { reason: string; result: DemoResult } }
    | { ends: 'retracted'; result: DemoResult; reason: string }
  );

/** An order that is not finished. */
type OpenTest = DemoOrder &
  (
    | { ends: 'draft' | 'pending_payment' | 'awaiting_sample' | 'cancelled' | 'received' | 'withheld' }
    | { ends: 'in_review'; result: DemoResult }
  );

/** How many days before the first start of the server the order came into its present state. */
export type DemoTest = (FinishedTest | OpenTest) & {
  daysAgo: number;
  /** How many days before the first start of the server the owner bought a week on the home page. */
  displayedDaysAgo?: number;
};
