export const TRACE_LIMITS = {
  bytes: 10 * 1024 * 1024,
  minPoints: 100,
  maxPoints: 200_000,
  /** No method of this field runs for ten hours: such a file counts in seconds. */
  maxMinutes: 600,
} as const;

/** Why a file is no chromatogram; `line` counts from 1 and is null where the whole file is meant. */
export type TraceRefusal = { ok: false; line: number | null; message: string };
