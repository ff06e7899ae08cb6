import { z } from 'zod';
import { TraceFormat, TraceWarning } from './chromatograms.ts';
import { TimeSource } from './injection-time.ts';
import { Id, Instant, text } from './primitives.ts';
import { reasonAt } from './reason-fields.ts';
import { isReason, REASON_MISSING } from './reasons.ts';

/** Doubts that a reviewer must allow before an injection is reported. */
export const InjectionDoubt = z.enum(['before_receipt', 'in_future', 'other_sample', 'unnamed_sample']);
export type InjectionDoubt = z.infer<typeof InjectionDoubt>;

/** One run of the instrument, as an uploaded file. All runs of a sample are kept for ever. */
export const Injection = z
  .object({
    id: Id,
    file_name: z.string(),
    sha256: z.string(),
    size_bytes: z.int(),
    format: TraceFormat,
    /** As stated in the file; null if it states none. */
    sample_name: z.string().nullable(),
    injected_at: z.string().nullable(),
    /** Source of the time, or why it is unknown. */
    time_source: TimeSource,
    /** Both possible times of its date, if `time_source` is `two_readings`, or if one of them was typed. */
    readings: z.array(z.string()),
    /** A person's entry for a file without a readable time: the time, or why it is unknown. */
    typed_time: z
      .object({ injected_at: z.string().nullable(), reason: z.string(), by: z.string(), at: Instant })
      .nullable(),
    /** The result cannot be submitted before a time is typed, or a reason why it is unknown. */
    wants_time: z.boolean(),
    instrument: z.string().nullable(),
    method: z.string().nullable(),
    operator: z.string().nullable(),
    uploaded_by: z.string(),
    uploaded_at: Instant,
    /** Whether it is reported: displayed, or counted beside the displayed one. */
    used: z.boolean(),
    /** Whether its peaks are the result's. */
    drawn: z.boolean(),
    /** Main peak's share as reported, %; null if not reported. */
    purity_percent: z.number().nullable(),
    /** Why it is not reported; for a reported one, the answer to its warnings. */
    reason: z.string().nullable(),
    warnings: z.array(TraceWarning),
    /** Doubts that a reviewer must allow before the result can be submitted. */
    doubts: z.array(InjectionDoubt),
    allowed: z.array(z.object({ what: InjectionDoubt, reason: z.string(), by: z.string(), at: Instant })),
    /** A reviewer allows its owner to publish the file. */
    released: z.object({ by: z.string(), at: Instant }).nullable(),
    /** Replaced files from before this moment were not kept; null if the history is complete. */
    history_since: Instant.nullable(),
  })
  .meta({ id: 'Injection' });
export type Injection = z.infer<typeof Injection>;

export const UseInjectionBody = z
  .object({
    used: z.boolean(),
    reason: text(1000).default(''),
    /** `trace`: displayed, and its peaks are the result's. `replicate`: its purity counts beside the displayed one. */
    as: z.enum(['trace', 'replicate']).default('trace'),
  })
  .refine(
    ({ used, reason }) => (used && reason === '') || isReason(used ? 'replicate' : 'injection', reason),
    {
      path: ['reason'],
      message: REASON_MISSING,
    },
  );
export type UseInjection = z.infer<typeof UseInjectionBody>;
export type ChosenInjection = z.input<typeof UseInjectionBody>;

export const AllowInjectionBody = z.object({
  what: InjectionDoubt,
  injection_id: Id,
  reason: reasonAt('doubt'),
});
export type AllowInjection = z.infer<typeof AllowInjectionBody>;
