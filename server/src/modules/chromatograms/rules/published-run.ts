import type { DateOrder } from '@vialproof/contract/injection-time';
import type { Chromatogram } from '@vialproof/contract/results';
import { cleanWords } from '@vialproof/science/chromatography/acquisition';
import { type KnownTime, knownTime } from '@vialproof/science/chromatography/known-time';
import type { InjectionRow, TypedTimeRow } from '../injections.tables.ts';

export type PublishedRun = Required<Pick<Chromatogram, 'sample_name' | 'injected_at' | 'injection_time'>>;

type Timed = {
  injection: Pick<InjectionRow, 'acquisition' | 'warnings'>;
  typed: Pick<TypedTimeRow, 'injectedAt' | 'reason'> | null;
};

/** The largest number of characters of a published sample name. */
const MOST_CHARACTERS = 100;

/** When an injection was measured. The test's method decides whether the day or the month comes first. */
export const timeOf = ({ injection, typed }: Timed, order: DateOrder | null): KnownTime =>
  knownTime(injection, { typedAt: typed?.injectedAt ?? null, order });

/** What is published about an injection. */
export function publishedRun(state: Timed, order: DateOrder | null): PublishedRun {
  const { sampleName, sampleId } = state.injection.acquisition;
  const { source, at, times } = timeOf(state, order);
  return {
    sample_name: publishedName(sampleName) ?? publishedName(sampleId),
    injected_at: at,
    injection_time: {
      source,
      ...(source === 'two_readings' && { readings: times }),
      ...(at === null && state.typed?.reason && { reason: state.typed.reason }),
    },
  };
}

/** A sample's name on one line, shortened, without invisible characters. */
export function publishedName(name: string | null | undefined): string | null {
  const characters = [...(cleanWords(name ?? '') ?? '')];
  const most = characters.slice(0, MOST_CHARACTERS - 1).join('');
  return characters.length > MOST_CHARACTERS ? `${most.trimEnd()}…` : characters.join('') || null;
}
