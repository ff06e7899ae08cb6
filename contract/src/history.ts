import { SIGNAL_UNITS } from '@vialproof/science/chromatography/units';
import { z } from 'zod';
import { Role } from './accounts.ts';
import { BenchRecord } from './bench-record.ts';
import { Instant, queryNumber } from './primitives.ts';
import { BaselineKind, Measurement, Peak } from './results.ts';

/** One line of a sample's history: who did what, with details. */
export const HistoryEntry = z
  .object({
    id: z.int(),
    at: Instant,
    /** Null if the system acted without a person. `display_name` is null if the account was deleted. */
    actor: z.object({ display_name: z.string().nullable(), role: Role.nullable() }).nullable(),
    /** The action, named as in the audit log: result.saved, request.photo_taken. */
    action: z.string(),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** `before`: the page has only entries with a lower id. */
export const HistoryQuery = z.object({
  before: queryNumber(1, Number.MAX_SAFE_INTEGER).optional(),
  limit: queryNumber(1, 100).default(50),
});
export type HistoryQuery = z.infer<typeof HistoryQuery>;

/** `next` is the value of `before` for the next page; null on the last page. */
export const HistoryPage = z
  .object({ data: z.array(HistoryEntry), next: z.int().nullable() })
  .meta({ id: 'HistoryPage' });
export type HistoryPage = z.infer<typeof HistoryPage>;

/** The chromatogram that a draft had at an earlier time. */
export const PastTrace = z.object({
  version: z.int(),
  file_name: z.string(),
  sha256: z.string(),
  wavelength_nm: z.int().nullable(),
  signal_unit: z.enum(SIGNAL_UNITS),
  peaks: z.array(Peak),
  main_peak: z.int().nullable(),
  purity_percent: z.number().nullable(),
  baseline: BaselineKind,
  limits_by: z.enum(['proposal', 'instrument', 'person']),
  reason: z.string().nullable(),
  /** The other injections whose purities are part of the draft's mean. Absent if only the shown one is. */
  replicates: z.array(z.object({ sha256: z.string(), purity_percent: z.number() })).optional(),
  /** The SHA-256 of the subtracted blank; null if no blank was subtracted. */
  subtracted_blank: z.string().nullable(),
});
export type PastTrace = z.infer<typeof PastTrace>;

export const MomentQuery = z.object({ at: Instant });

/**
 * The newest version of the result as it was at an earlier time. Some data were not stored at first; then it says since
 * when they are.
 */
export const PastDraft = z
  .object({
    revision: z.int(),
    words: z.union([
      z.object({
        title: z.string(),
        summary: z.string(),
        measurements: z.array(Measurement),
        /** What the laboratory had recorded at that moment. */
        record: BenchRecord.optional(),
      }),
      z.object({ not_kept_before: Instant }),
    ]),
    /** Null if the draft had no chromatogram at that moment. */
    trace: z.union([PastTrace, z.object({ not_kept_before: Instant })]).nullable(),
  })
  .meta({ id: 'PastDraft' });
export type PastDraft = z.infer<typeof PastDraft>;
