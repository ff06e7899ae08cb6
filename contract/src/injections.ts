import { z } from 'zod';
import { TraceFormat, TraceWarning } from './chromatograms.ts';
import { TimeSource } from './injection-time.ts';
import { Id, Instant, text } from './primitives.ts';
import { reasonAt } from './reason-fields.ts';
import { isReason, REASON_MISSING } from './reasons.ts';

/** What keeps an injection from being reported until a reviewer allows it. */
export const InjectionDoubt = z.enum(['before_receipt', 'in_future', 'other_sample', 'unnamed_sample']);
export type InjectionDoubt = z.infer<typeof InjectionDoubt>;

/** One run of the instrument, as the file that was uploaded. Every one of a sample is kept for ever. */
export const Injection = z
  .object({
    id: Id,
    file_name: z.string(),
    sha256: z.string(),
    size_bytes: z.int(),
    format: TraceFormat,
    /** As the file says it; null where it says nothing. */
    sample_name: z.string().nullable(),
    injected_at: z.string().nullable(),
    /** How the time is known, or why it is not. */
    time_source: TimeSource,
    /** Both times that its date may mean, where `time_source` is `two_readings`, and where one of them was typed. */
    readings: z.array(z.string()),
    /** What somebody typed because the file has no time that can be read: the time, or why nobody knows it. */
    typed_time: z
      .object({ injected_at: z.string().nullable(), reason: z.string(), by: z.string(), at: Instant })
      .nullable(),
    /** The result is not handed in before a time is typed, or why nobody knows it. */
    wants_time: z.boolean(),
    instrument: z.string().nullable(),
    method: z.string().nullable(),
    operator: z.string().nullable(),
    uploaded_by: z.string(),
    uploaded_at: Instant,
    /** Whether it is reported: drawn, or counted beside the one that is. */
    used: z.boolean(),
    /** Whether its peaks are the result's. */
    drawn: z.boolean(),
    /** Main peak's share as it is reported, %; null where it is not. */
    purity_percent: z.number().nullable(),
    /** Why it is not reported; of a reported one, what its warnings were answered with. */
    reason: z.string().nullable(),
    warnings: z.array(TraceWarning),
    /** What a reviewer has to allow before the result can be handed in. */
    doubts: z.array(InjectionDoubt),
    allowed: z.array(z.object({ what: InjectionDoubt, reason: z.string(), by: z.string(), at: Instant })),
    /** A reviewer lets its owner publish the file. */
    released: z.object({ by: z.string(), at: Instant }).nullable(),
    /** Files that this one had replaced were not kept before this moment; null for one whose history is whole. */
    history_since: Instant.nullable(),
  })
  .meta({ id: 'Injection' });
export type Injection = z.infer<typeof Injection>;

export const UseInjectionBody = z
  .object({
    used: z.boolean(),
    reason: text(1000).default(''),
    /** `trace`: it is drawn, and its peaks are the result's. `replicate`: its purity counts beside that of the drawn one. */
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
/** What is sent of it. */
export type ChosenInjection = z.input<typeof UseInjectionBody>;

export const AllowInjectionBody = z.object({
  what: InjectionDoubt,
  injection_id: Id,
  reason: reasonAt('doubt'),
});
export type AllowInjection = z.infer<typeof AllowInjectionBody>;
