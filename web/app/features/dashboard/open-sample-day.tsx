import type { OpenSample } from '@vialproof/contract/turnaround';
import { demoMark, useMeasured } from '../../data/turnaround/turnaround-of';
import { measuredWords } from '../../data/turnaround/words';

/**
 * How long a sample has been waiting, compared with similar tests: 'Today is working day 6; half are done by working
 * day 5, …'.
 */
export function OpenSampleDay({ sample: { family, working_day } }: { sample: OpenSample }) {
  const measured = useMeasured(family);
  const today =
    working_day === 0
      ? 'The first working day after its receipt is working day 1'
      : `Today is working day ${working_day}`;
  return (
    <span className="mt-1 block">
      {measured
        ? `${today}; of the samples of ${family} ${measuredWords(measured)}${measured.is_demo ? ` (${demoMark.toLowerCase()})` : ''}.`
        : `${today}.`}
    </span>
  );
}
