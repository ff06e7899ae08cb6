import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { Done } from '../adapters/chromatogram-worker.ts';
import type { ChromatogramsContext } from '../chromatograms.service.ts';

type SpectrumFile = Extract<Done['spectrum'], { ok: true }>;

/** Reads the file of a mass spectrum in a thread. Refusal: `spectrum_unreadable`. */
export async function readSpectrumFile(
  ctx: ChromatogramsContext,
  bytes: Uint8Array,
): Promise<SpectrumFile | Refusal> {
  const read = await ctx.workers.ask({ kind: 'spectrum', bytes });
  if (read.ok) return read;
  return refuse('spectrum_unreadable', read.message, { errors: [{ path: 'file', message: read.message }] });
}
