import { z } from 'zod';
import { TraceFormat, TraceWarning } from './chromatograms.ts';
import { TimeSource } from './injection-time.ts';
import { Id, Instant, text } from './primitives.ts';
import { reasonAt } from './reason-fields.ts';
import { isReason, REASON_MISSING } from './reasons.ts';

/**
 * Doubts about an injection (one measurement of a sample). A reviewer must allow each one before the result can use the
 * injection.
 */
export const InjectionDoubt = z.enum(['before_receipt', 'in_future', 'other_sample', 'unnamed_sample']);
export type InjectionDoubt = z.infer<typeof InjectionDoubt>;

/** One uploaded measurement of a sample. No upload is ever deleted. */
export const Injection = z
  .object({
    id: Id,
    file_name: z.string(),
    sha256: z.string(),
    size_bytes: z.int(),
    format: TraceFormat,
    /** The sample's name in the file; null if the file states none. */
    sample_name: z.string().nullable(),
    injected_at: z.string().nullable(),
    /** Where the injection time comes from, or why it is unknown. */
    time_source: TimeSource,
    /** Both possible times, if the date in the file has two meanings. */
    readings: z.array(z.string()),
    /** What a person entered for a file without a readable time: the time, or why it is unknown. */
    typed_time: z
      .object({ injected_at: z.string().nullable(), reason: z.string(), by: z.string(), at: Instant })
      .nullable(),
    /** Whether a person must type the time, or why it is unknown, before the submission. */
    wants_time: z.boolean(),
    instrument: z.string().nullable(),
    method: z.string().nullable(),
    operator: z.string().nullable(),
    uploaded_by: z.string(),
    uploaded_at: Instant,
    /** Whether the result uses the injection: it is shown, or its purity is part of the mean. */
    used: z.boolean(),
    /** Whether the result shows this injection with its peaks. */
    drawn: z.boolean(),
    /** The purity of this injection in %, if the result uses it. */
    purity_percent: z.number().nullable(),
    /** Why the result does not use the injection. If it does: why its warnings are accepted. */
    reason: z.string().nullable(),
    warnings: z.array(TraceWarning),
    /** Doubts that a reviewer must allow before the result can be submitted. */
    doubts: z.array(InjectionDoubt),
    allowed: z.array(z.object({ what: InjectionDoubt, reason: z.string(), by: z.string(), at: Instant })),
    /** Who allowed the owner of the test to publish the file, and when; null if no reviewer allowed it. */
    released: z.object({ by: z.string(), at: Instant }).nullable(),
    /** Files that were replaced before this time were not kept; null if all were kept. */
    history_since: Instant.nullable(),
  })
  .meta({ id: 'Injection' });
export type Injection = z.infer<typeof Injection>;

export const UseInjectionBody = z
  .object({
    used: z.boolean(),
    reason: text(1000).default(''),
    /** `trace`: the result shows this injection. `replicate`: its purity is part of the mean. */
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
