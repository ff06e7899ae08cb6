import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { TurnaroundContext } from './turnaround.context.ts';
import { findOpenSample, listTurnaround, readPromises } from './turnaround.queries.ts';

export type Turnarounds = ReturnType<typeof createTurnaround>;

/** How long results take: measured, beside what is promised. Has no tables of its own. */
export function createTurnaround(platform: Platform, deps: Omit<TurnaroundContext, 'platform'>) {
  const ctx: TurnaroundContext = { platform, ...deps };
  return bindContext(ctx, { list: listTurnaround, promises: readPromises, findOpenSample });
}
